import { describe, expect, it } from "vitest";
import { serveFunctions } from "../support/functions-process.ts";

const HOSTS = ["FIRESTORE_EMULATOR_HOST", "FIREBASE_AUTH_EMULATOR_HOST", "FIREBASE_STORAGE_EMULATOR_HOST"] as const;
const NO_EMULATORS = {
  ...Object.fromEntries(HOSTS.map((name) => [name, undefined])),
  STORAGE_EMULATOR_HOST: undefined,
  FUNCTIONS_EMULATOR: undefined,
};

describe("the function in production", () => {
  it.each([...HOSTS, "STORAGE_EMULATOR_HOST"])(
    "threat 24: does not start while %s is set, and says why",
    async (name) => {
      const starting = serveFunctions({ env: { ...NO_EMULATORS, K_SERVICE: "api", [name]: "127.0.0.1:1" } });
      await expect(starting).rejects.toThrow(`${name} must not be set in production`);
    },
  );

  it("threat 24: starts without an emulator's address", async () => {
    await (await serveFunctions({ env: { ...NO_EMULATORS, K_SERVICE: "api" } })).stop();
  });
});
