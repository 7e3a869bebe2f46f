import { describe, expect, it } from "vitest";
import { CommandError } from "../../suite/command-line/command.ts";
import { authorizer, quotaProject } from "./credential.ts";

const credential = { getAccessToken: async () => ({ access_token: "mine", expires_in: 3600 }) };

describe("calls of a real project", () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ["a person's count to the project", {}, "our-logbook"],
    ["a person's count to another project that they named", { GOOGLE_CLOUD_QUOTA_PROJECT: "payer" }, "payer"],
    ["a service account's count to its own", { GOOGLE_APPLICATION_CREDENTIALS: "/key.json" }, undefined],
    [
      "a service account's count to another project that was named",
      { GOOGLE_APPLICATION_CREDENTIALS: "/key.json", GOOGLE_CLOUD_QUOTA_PROJECT: "payer" },
      "payer",
    ],
  ])("%s", async (_, env, payer) => {
    expect(quotaProject("our-logbook", env)).toBe(payer);
    expect(await authorizer("our-logbook", credential, env)()).toEqual({
      authorization: "Bearer mine",
      ...(payer !== undefined && { "x-goog-user-project": payer }),
    });
  });

  it("end with a sentence if nobody is signed in", async () => {
    const signedOut = {
      getAccessToken: () => Promise.reject(new Error("Could not load the default credentials.\nMore")),
    };
    const refused = authorizer("our-logbook", signedOut, {})();
    await expect(refused).rejects.toThrow(CommandError);
    await expect(refused).rejects.toThrow(
      "The project our-logbook cannot be reached: Could not load the default credentials. Sign in with gcloud",
    );
  });
});
