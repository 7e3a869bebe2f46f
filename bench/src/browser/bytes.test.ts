import { expect, it } from "vitest";
import { allBytes, scriptBytes } from "./bytes.ts";

const request = (at: number, isScript: boolean, bytes: number) => ({
  url: "u",
  at,
  isScript,
  bytes,
  bodyBytes: bytes - 100,
});
const requests = [request(1_000, false, 1_100), request(1_010, true, 2_100), request(1_500, true, 4_100)];

it("counts the bodies of the scripts that are requested up to a time", () => {
  expect(scriptBytes({ requests, timeOrigin: 1_000 }, 100)).toBe(2_000);
  expect(scriptBytes({ requests, timeOrigin: 1_000 }, 500)).toBe(6_000);
});

it("counts all bytes, headers included", () => {
  expect(allBytes(requests)).toBe(7_300);
});
