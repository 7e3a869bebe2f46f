import { expect, it } from "vitest";
import { createTokenVerifier } from "./tokens.ts";

// tests/api/tokens-production.test.ts tries signed, forged and expired tokens on the built function.

const EXPIRY_SECONDS = Math.floor(Date.now() / 1000) + 3600;

type VerifyIdToken = Parameters<typeof createTokenVerifier>[0]["verifyIdToken"];

/** A verifier of tokens that Auth accepts with these claims, and the number of tokens that Auth has verified. */
function setUp(claims: object) {
  const counts = { verified: 0 };
  const verifyIdToken = async () => {
    counts.verified += 1;
    return { uid: "u1", exp: EXPIRY_SECONDS, ...claims };
  };
  return { counts, verify: createTokenVerifier({ verifyIdToken: verifyIdToken as unknown as VerifyIdToken }) };
}

it("a token is accepted with its uid and the time at which the session began", async () => {
  expect(await setUp({ opened: 99 }).verify("token")).toEqual({ uid: "u1", opened: 99 });
});

it.each([
  ["that the API did not open", {}],
  ["whose start is not a number", { opened: "99" }],
])("a token of a session %s is refused", async (_, claims) => {
  expect(await setUp(claims).verify("token")).toMatchObject({ code: "unauthenticated" });
});

it("a token is answered with 'unavailable' while the key server cannot be reached", async () => {
  const verifyIdToken = () => Promise.reject(new Error("Error while making request: connect ECONNREFUSED"));
  expect(await createTokenVerifier({ verifyIdToken })("token")).toMatchObject({ code: "unavailable" });
});

it("a token is verified only once until it expires; another token is verified on its own", async () => {
  const { counts, verify } = setUp({ opened: 99 });
  await verify("token");
  expect(await verify("token")).toEqual({ uid: "u1", opened: 99 });
  expect(counts.verified).toBe(1);
  await verify("token", EXPIRY_SECONDS * 1000);
  expect(counts.verified).toBe(2);
  await verify("another token");
  expect(counts.verified).toBe(3);
});

it("a revoked token, which only the Auth emulator tells, is left to the member's document, unless the API did not open it", async () => {
  const verify = createTokenVerifier({
    verifyIdToken: () => Promise.reject(Object.assign(new Error("Revoked"), { code: "auth/id-token-revoked" })),
  });
  const tokenWith = (claims: object): string =>
    `e30.${Buffer.from(JSON.stringify({ sub: "u1", ...claims })).toString("base64url")}.`;
  expect(await verify(tokenWith({ opened: 99 }))).toEqual({ uid: "u1", opened: 99 });
  expect(await verify(tokenWith({}))).toMatchObject({ code: "unauthenticated" });
});
