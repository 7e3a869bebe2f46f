import { describe, expect, it } from "vitest";
import { CommandError } from "../../suite/command-line/command.ts";
import { createAuthorizer, quotaProject } from "./credential.ts";

const credential = { getAccessToken: async () => ({ access_token: "mine", expires_in: 3600 }) };

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
  ])("%s", async (_, env, payer) => {
    expect(quotaProject("our-logbook", env)).toBe(payer);
    expect(await createAuthorizer("our-logbook", credential, env)()).toEqual({
      authorization: "Bearer mine",
      ...(payer !== undefined && { "x-goog-user-project": payer }),
    });
  });

  it("fails with a message that says how to sign in if there are no credentials", async () => {
    const signedOut = {
      getAccessToken: () => Promise.reject(new Error("Could not load the default credentials.\nMore")),
    };
    const refused = createAuthorizer("our-logbook", signedOut, {})();
    await expect(refused).rejects.toThrow(CommandError);
    await expect(refused).rejects.toThrow(
      "The project our-logbook cannot be reached: Could not load the default credentials. Sign in with gcloud",
    );
  });
});
