import { describe, expect, it } from "vitest";
import { identityProblem } from "./route.ts";

const caller = { uid: "u1", username: "ada" };

describe("the sender that a body names", () => {
  it.each([{}, { userId: "u1" }, { username: "ada" }, { reporter: "ada", userId: "u1", username: "ada" }])(
    "is accepted if it is the caller: %j",
    (identity) => {
      expect(identityProblem(identity, caller)).toBeNull();
    },
  );

  it.each([{ userId: "u2" }, { userId: "" }, { username: "max" }, { reporter: "max", userId: "u1" }])(
    "is refused if it is not the caller: %j",
    (identity) => {
      expect(identityProblem(identity, caller)).toMatchObject({ code: "wrong-user" });
    },
  );
});
