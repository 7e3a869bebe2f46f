import { describe, expect, it } from "vitest";
import { identityProblem } from "./identity.ts";

const caller = { uid: "u1", username: "ada" };

describe("who a body says it is from", () => {
  it.each([{}, { userId: "u1" }, { username: "ada" }, { reporter: "ada", userId: "u1", username: "ada" }])(
    "%j may come from ada",
    (claimed) => {
      expect(identityProblem(claimed, caller)).toBeNull();
    },
  );

  it.each([{ userId: "u2" }, { userId: "" }, { username: "max" }, { reporter: "max", userId: "u1" }])(
    "%j may not",
    (claimed) => {
      expect(identityProblem(claimed, caller)).toMatchObject({ code: "wrong-user" });
    },
  );
});
