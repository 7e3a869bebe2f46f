import { describe, expect, it } from "vitest";
import { accessFailure, parseMember, toUser } from "./member.ts";

describe("a member document", () => {
  const validSince = new Date(5);

  it("is parsed with all its fields", () => {
    expect(parseMember({ username: "ada", isAdmin: true, disabled: false, validSince })).toEqual({
      username: "ada",
      isAdmin: true,
      disabled: false,
      validSince: 5,
    });
  });

  it("gives no access if fields are missing or malformed", () => {
    expect(parseMember(undefined)).toBeNull();
    expect(parseMember({})).toBeNull();
    expect(parseMember({ username: "ada", isAdmin: "true", disabled: 0 })).toEqual({
      username: "ada",
      isAdmin: false,
      disabled: true,
      validSince: Number.POSITIVE_INFINITY,
    });
  });
});

describe("access", () => {
  const fields = { username: "ada", isAdmin: false, disabled: true, validSince: new Date(5) };
  const failureOf = (data: object) => accessFailure(parseMember({ ...fields, ...data })!);

  it("is refused to everybody who is stored as disabled, and the state says why", () => {
    expect(failureOf({})).toMatchObject({ code: "disabled", error: expect.stringMatching(/has been disabled/) });
    expect(failureOf({ state: "waiting" })).toMatchObject({ code: "waiting" });
    expect(failureOf({ state: "refused" })?.error).toBe("An admin has not let you in.");
    expect(failureOf({ state: "refused", refusal: "No." })?.error).toBe("An admin has not let you in. Their word: No.");
    expect(failureOf({ state: "accepted" })).toMatchObject({ code: "disabled" });
    expect(failureOf({ disabled: null, state: "waiting" })).toMatchObject({ code: "waiting" });
  });

  it("is given if the member is not disabled, whatever else is stored", () => {
    expect(failureOf({ disabled: false })).toBeNull();
    expect(failureOf({ disabled: false, state: "waiting" })).toBeNull();
    expect(toUser("u", parseMember({ ...fields, disabled: false, state: "waiting" })!)).not.toHaveProperty("isWaiting");
    expect(toUser("u", parseMember({ ...fields, state: "waiting" })!)).toMatchObject({ isWaiting: true });
  });
});
