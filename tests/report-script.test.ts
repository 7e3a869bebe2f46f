import { readFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { LIMITS } from "@logbook/domain";
import { describe, expect, it } from "vitest";

const readSource = (path: string): string => readFileSync(new URL(`../web/${path}`, import.meta.url), "utf8");
const script = readSource("public/report.js");

describe("report.js, which other websites load", () => {
  it("has at most 3 KB, compressed with brotli", () => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    expect(brotliCompressSync(script, { params }).length).toBeLessThanOrEqual(3 * 1024);
  });

  it("sends no request, stores nothing and runs no text", () => {
    const code = script.replace(/^\s*\/\/.*$/gm, "");
    expect(code).not.toMatch(
      /\b(fetch|XMLHttpRequest|sendBeacon|import|cookie|localStorage|sessionStorage|indexedDB)\b/,
    );
    expect(code).not.toMatch(/\b(eval|Function|innerHTML|setAttribute)\b|createElement\("(style|script)"\)/);
  });

  it("has the limits of the form that reads it", () => {
    expect(script).toContain(
      `MAX = { address: ${LIMITS.urlLength}, title: ${LIMITS.titleLength}, text: ${LIMITS.pageErrorLength}, errors: ${LIMITS.pageErrors} }`,
    );
    expect(readSource("first.js")).toContain(`{1,${LIMITS.pageReportLength}}`);
  });
});
