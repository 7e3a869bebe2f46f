import { describe, expect, it } from "vitest";
import { startProblem } from "./start-check.ts";

describe("a process", () => {
  it.each(["FIRESTORE_EMULATOR_HOST", "FIREBASE_AUTH_EMULATOR_HOST", "FIREBASE_STORAGE_EMULATOR_HOST"])(
    "does not start in production while %s is set",
    (name) => {
      expect(startProblem({ K_SERVICE: "api", [name]: "127.0.0.1:1" })).toContain(name);
    },
  );

  it("starts in production without an emulator's host, and elsewhere with an emulator's host", () => {
    expect(startProblem({ K_SERVICE: "api" })).toBeNull();
    // `K_SERVICE` means production, unless `FUNCTIONS_EMULATOR` is set as well.
    expect(startProblem({ K_SERVICE: "api", FUNCTIONS_EMULATOR: "true", FIRESTORE_EMULATOR_HOST: "h" })).toBeNull();
    expect(startProblem({ FIRESTORE_EMULATOR_HOST: "h" })).toBeNull();
  });
});
