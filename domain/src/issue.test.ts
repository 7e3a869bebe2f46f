import { expect, it } from "vitest";
import { editTimeLeft } from "./issue.ts";

const NOON = Date.parse("2026-01-01T12:00:00.000Z");

it.each([
  ["2026-01-01T12:00:00.000Z", 15 * 60_000],
  ["2026-01-01T11:45:00.001Z", 1],
  ["2026-01-01T11:45:00.000Z", 0],
  ["2025-01-01T12:00:00.000Z", 0],
  ["", 0],
])("at noon of 2026-01-01, a text written at '%s' can be edited for %i ms more", (createdAt, msLeft) => {
  expect(editTimeLeft({ createdAt }, NOON)).toBe(msLeft);
});
