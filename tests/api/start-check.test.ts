import { describe, expect, it } from "vitest";
import { serveFunctions } from "../support/functions-process.ts";

const EMULATOR_HOSTS = [
  "FIRESTORE_EMULATOR_HOST",
  "FIREBASE_AUTH_EMULATOR_HOST",
  "FIREBASE_STORAGE_EMULATOR_HOST",
  "STORAGE_EMULATOR_HOST",
  "CHAT_EMULATOR_HOST",
];
/** The environment as in production, where Google sets `K_SERVICE`. */
const PRODUCTION_ENV = {
  ...Object.fromEntries(EMULATOR_HOSTS.map((name) => [name, undefined])),
  FUNCTIONS_EMULATOR: undefined,
  K_SERVICE: "api",
};

describe("the function in production", () => {
  it.each(EMULATOR_HOSTS)("threat 24: does not start while %s is set, and says why", async (name) => {
    const start = serveFunctions({ env: { ...PRODUCTION_ENV, [name]: "127.0.0.1:1" } });
    await expect(start).rejects.toThrow(`${name} must not be set in production`);
  });

  it("threat 24: starts without an emulator's address", async () => {
    await (await serveFunctions({ env: PRODUCTION_ENV })).stop();
  });
});
