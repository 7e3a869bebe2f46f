import { expect, it } from "vitest";
import { daysLeftText } from "./trash-page.tsx";

const NOW = Date.parse("2026-03-01T12:00:00.000Z");

it.each([
  ["2026-03-31T12:00:00.000Z", "Gone for good in 30 days"],
  ["2026-03-03T11:59:00.000Z", "Gone for good in 2 days"],
  ["2026-03-02T11:59:00.000Z", "Gone for good within a day"],
  ["2026-02-28T12:00:00.000Z", "Gone for good within a day"],
])("on 2026-03-01 at 12:00, a deleted report with the purge time %s is marked as '%s'", (purgeAt, text) => {
  expect(daysLeftText(purgeAt, NOW)).toBe(text);
});
