import { describe, expect, it } from "vitest";
import type { StoredDocument } from "../firestore/documents.ts";
import { decodeFields } from "../firestore/values.ts";
import { createResetLink, openResetLink, parseResetToken } from "./reset-link.ts";

process.env.GCLOUD_PROJECT ??= "p1";
const NOW = Date.parse("2026-01-01T00:00:00Z");
const HOUR_MS = 60 * 60_000;

const { token, expiresAt, write } = createResetLink("mara", "ada", NOW);
const { secret } = parseResetToken(token)!;
const stored = (overrides: object = {}) =>
  ({ data: { ...decodeFields(write.update!.fields), ...overrides } }) as unknown as StoredDocument;

describe("a reset link", () => {
  it("opens for an hour, to the millisecond, and names its admin", () => {
    expect(expiresAt.getTime()).toBe(NOW + HOUR_MS);
    expect(openResetLink(stored(), secret, NOW)).toBe("ada");
    expect(openResetLink(stored(), secret, NOW + HOUR_MS - 1)).toBe("ada");
    expect(openResetLink(stored(), secret, NOW + HOUR_MS)).toBeNull();
  });

  it("does not open with another secret, with its hash, or if it is malformed", () => {
    const { hash } = stored().data;
    for (const guess of ["", "guess", `${secret}x`, secret.slice(1), String(hash)])
      expect(openResetLink(stored(), guess, NOW)).toBeNull();
    for (const overrides of [
      { hash: "" },
      { hash: null },
      { by: "" },
      { by: 1 },
      { expiresAt: null },
      { expiresAt: "" },
    ])
      expect(openResetLink(stored(overrides), secret, NOW)).toBeNull();
    expect(openResetLink(null, secret, NOW)).toBeNull();
  });

  it("has a token of two parts", () => {
    expect(parseResetToken(token)).toEqual({ uid: "mara", secret });
    for (const malformed of ["", "mara", ".x", "a.b.c", "../x.y", "__x__.y"])
      expect(parseResetToken(malformed)).toBeNull();
  });
});
