import { describe, expect, it } from "vitest";
import { CommandError } from "../../suite/command-line/command.ts";
import { createAuthorizer, quotaProject } from "./credential.ts";

const credential = { getAccessToken: async () => ({ access_token: "token-1", expires_in: 3600 }) };

describe("a call to a real project", () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ["is charged to the project if a person makes it", {}, "our-logbook"],
    ["is charged to another project if the person names it", { GOOGLE_CLOUD_QUOTA_PROJECT: "payer" }, "payer"],
    [
      "is charged to the service account's own project if a service account makes it",
      { GOOGLE_APPLICATION_CREDENTIALS: "/key.json" },
      undefined,
    ],
    [
      "is charged to another project if a service account makes it and the environment names that project",
      { GOOGLE_APPLICATION_CREDENTIALS: "/key.json", GOOGLE_CLOUD_QUOTA_PROJECT: "payer" },
      "payer",
    ],
  ])("%s", async (_, env, chargedProject) => {
    expect(quotaProject("our-logbook", env)).toBe(chargedProject);
    expect(await createAuthorizer("our-logbook", credential, env)()).toEqual({
      authorization: "Bearer token-1",
      ...(chargedProject !== undefined && { "x-goog-user-project": chargedProject }),
    });
  });

  it("fails with a message that says how to sign in if there are no credentials", async () => {
    const signedOutCredential = {
      getAccessToken: () => Promise.reject(new Error("Could not load the default credentials.\nMore")),
    };
    const authorization = createAuthorizer("our-logbook", signedOutCredential, {})();
    await expect(authorization).rejects.toThrow(CommandError);
    await expect(authorization).rejects.toThrow(
      "The project our-logbook cannot be reached: Could not load the default credentials. Sign in with gcloud",
    );
  });
});
