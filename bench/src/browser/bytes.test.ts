import { expect, it } from "vitest";
import { allBytes, scriptBytes } from "./bytes.ts";

const NAVIGATION_STARTED_AT = 1_000;

const htmlRequest = { url: "u", sentAt: 1_000, isScript: false, responseBytes: 1_100, bodyBytes: 1_000 };
const earlyScriptRequest = { url: "u", sentAt: 1_010, isScript: true, responseBytes: 2_100, bodyBytes: 2_000 };
const lateScriptRequest = { url: "u", sentAt: 1_500, isScript: true, responseBytes: 4_100, bodyBytes: 4_000 };
const visit = { requests: [htmlRequest, earlyScriptRequest, lateScriptRequest], timeOrigin: NAVIGATION_STARTED_AT };

it("scriptBytes() adds the bodies of the scripts that the page has requested up to a time", () => {
  expect(scriptBytes(visit, 100)).toBe(2_000);
  expect(scriptBytes(visit, 500)).toBe(6_000);
});

it("allBytes() adds the responses to all requests, headers included", () => {
  expect(allBytes(visit.requests)).toBe(7_300);
});
