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

describe("the headers of a path", () => {
  it.each([
    ["/", "no-cache"],
    ["/index.html", "no-cache"],
    ["/some/page", "no-cache"],
    ["/assets/index-1.js", "immutable"],
  ])("%s has Cache-Control %s", (path, caching) => {
    expect(headersFor(path, RULES)["cache-control"]).toBe(caching);
  });

  it("the page's headers are not sent under /api", () => {
    expect(headersFor("/api/issues", RULES)).toEqual({});
  });

  it("the widened policy allows the emulators and changes nothing else", () => {
    const [first, ...others] = widenPolicy(RULES, ["http://127.0.0.1:1", "http://127.0.0.1:2"]);
    expect(first!.headers[0]!.value).toBe(
      "script-src 'self'; connect-src 'self' http://127.0.0.1:1 http://127.0.0.1:2 https://a",
    );
    expect(others).toEqual(RULES.slice(1));
  });
});
