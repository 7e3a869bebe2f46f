import { describe, expect, it } from "vitest";
import { identityProblem } from "./identity.ts";

const caller = { uid: "u1", username: "ada" };

describe("the identity in a body", () => {
  it.each([{}, { userId: "u1" }, { username: "ada" }, { reporter: "ada", userId: "u1", username: "ada" }])(
    "is accepted if it matches the caller: %j",
    (claimed) => {
      expect(identityProblem(claimed, caller)).toBeNull();
    },
  );

  it.each([{ userId: "u2" }, { userId: "" }, { username: "max" }, { reporter: "max", userId: "u1" }])(
    "is refused if it does not match the caller: %j",
    (claimed) => {
      expect(identityProblem(claimed, caller)).toMatchObject({ code: "wrong-user" });
    },
  );
});
