import { describe, expect, it } from "vitest";
import { fillConfigBlock, localPageConfig } from "./page-config.ts";
import { portsFrom } from "./ports.ts";
import { type FirebaseJson, suiteConfig } from "./suite-config.ts";

const page = (content: string): string =>
  `<head><script type="application/json" id="firebase-config">${content}</script><script src="/a.js"></script></head>`;

describe("the page's data block", () => {
  it("is filled, whatever its content was", () => {
    for (const before of ["", "null", "{}", '{"projectId":"another"}'])
      expect(fillConfigBlock(page(before), { projectId: "p" })).toBe(page('{"projectId":"p"}'));
  });

  it("cannot be ended by a value with </script>, and keeps a $ in a value", () => {
    const filled = fillConfigBlock(page("null"), { projectId: "</script><script>alert(1)</script>$&$1" });
    expect(filled).not.toContain("</script><script>alert");
    const json = /id="firebase-config">(.*?)<\/script>/.exec(filled)![1]!;
    expect(JSON.parse(json)).toEqual({ projectId: "</script><script>alert(1)</script>$&$1" });
  });

  it("must exist", () => {
    expect(() => fillConfigBlock("<head></head>", {})).toThrow("firebase-config");
  });

  it("names the suite's own emulators", () => {
    const { projectId, storageBucket, emulators } = localPageConfig("demo-x", portsFrom(23000));
    expect({ projectId, storageBucket }).toEqual({ projectId: "demo-x", storageBucket: "demo-x.appspot.com" });
    expect(JSON.stringify(emulators)).toMatch(/127\.0\.0\.1:27099.*127\.0\.0\.1:26080.*127\.0\.0\.1:27199/);
  });
});

describe("a suite's firebase.json", () => {
  const base: FirebaseJson & { storage: object } = {
    hosting: {
      public: "web/dist",
      rewrites: [],
      headers: [
        {
          source: "**",
          headers: [
            {
              key: "Content-Security-Policy",
              value: "default-src 'none'; connect-src 'self' https://x.example; base-uri 'none'",
            },
            { key: "Referrer-Policy", value: "no-referrer" },
          ],
        },
      ],
    },
    storage: { rules: "storage.rules" },
  };
  const config = suiteConfig(base, portsFrom(23000), ".data/run/23000/hosting", false);

  it("is the deployed one with another page and other ports", () => {
    expect(config).toMatchObject({
      storage: { rules: "storage.rules" },
      hosting: { public: ".data/run/23000/hosting" },
    });
    expect(config.emulators).toMatchObject({ auth: { host: "127.0.0.1", port: 27099 }, ui: { enabled: false } });
    expect(suiteConfig(base, portsFrom(5000), "x", true).emulators.ui).toEqual({
      enabled: true,
      host: "127.0.0.1",
      port: 4000,
    });
  });

  it("also lets the page reach the emulators of its suite, and nothing else", () => {
    expect(config.hosting.headers[0]!.headers).toEqual([
      {
        key: "Content-Security-Policy",
        value:
          "default-src 'none'; connect-src 'self' http://127.0.0.1:27099 http://127.0.0.1:26080 http://127.0.0.1:27199 https://x.example; base-uri 'none'",
      },
      { key: "Referrer-Policy", value: "no-referrer" },
    ]);
    expect(JSON.stringify(base)).not.toContain("127.0.0.1");
  });
});
