import { describe, expect, it } from "vitest";
import { startProblem } from "./start-check.ts";

describe("a process", () => {
  it.each(["FIRESTORE_EMULATOR_HOST", "FIREBASE_AUTH_EMULATOR_HOST", "FIREBASE_STORAGE_EMULATOR_HOST"])(
    "does not start in production while %s is set",
    (name) => {
      expect(startProblem({ K_SERVICE: "api", [name]: "127.0.0.1:1" })).toContain(name);
    },
  );

  it("starts in production without emulator hosts, and in the emulator with them", () => {
    expect(startProblem({ K_SERVICE: "api" })).toBeNull();
    expect(startProblem({ K_SERVICE: "api", FUNCTIONS_EMULATOR: "true", FIRESTORE_EMULATOR_HOST: "h" })).toBeNull();
    expect(startProblem({ FIRESTORE_EMULATOR_HOST: "h" })).toBeNull();
  });
});
