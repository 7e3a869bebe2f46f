import { describe, expect, it } from "vitest";
import { headersFor, widenPolicy } from "./hosting-headers.ts";

const RULES = [
  {
    source: "!/api/**",
    headers: [{ key: "Content-Security-Policy", value: "script-src 'self'; connect-src 'self' https://a" }],
  },
  { source: "!/@(api|assets)/**", headers: [{ key: "Cache-Control", value: "no-cache" }] },
  { source: "/assets/**", headers: [{ key: "Cache-Control", value: "immutable" }] },
];

describe("Hosting's headers", () => {
  it.each([
    ["/", "no-cache"],
    ["/index.html", "no-cache"],
    ["/some/page", "no-cache"],
    ["/assets/index-1.js", "immutable"],
  ])("the path %s gets `Cache-Control: %s`", (path, caching) => {
    expect(headersFor(path, RULES)["cache-control"]).toBe(caching);
  });

  it("a path under /api gets none of the page's headers", () => {
    expect(headersFor("/api/issues", RULES)).toEqual({});
  });

  it("widenPolicy() allows requests to the emulators and changes no other header", () => {
    const [policyRule, ...otherRules] = widenPolicy(RULES, ["http://127.0.0.1:1", "http://127.0.0.1:2"]);
    expect(policyRule!.headers[0]!.value).toBe(
      "script-src 'self'; connect-src 'self' http://127.0.0.1:1 http://127.0.0.1:2 https://a",
    );
    expect(otherRules).toEqual(RULES.slice(1));
  });
});
