import { describe, expect, it } from "vitest";
import { portsFrom } from "./ports.ts";
import { type FirebaseJson, fillConfigBlock, localPageConfig, suiteConfig } from "./suite-config.ts";

const createPage = (content: string): string =>
  `<head><script type="application/json" id="firebase-config">${content}</script><script src="/a.js"></script></head>`;

describe("the page's data block firebase-config", () => {
  it("gets the configuration, whatever its content was", () => {
    for (const content of ["", "null", "{}", '{"projectId":"another"}'])
      expect(fillConfigBlock(createPage(content), { projectId: "p" })).toBe(createPage('{"projectId":"p"}'));
  });

  it("cannot be ended by a value with </script>, and keeps a $ in a value", () => {
    const html = fillConfigBlock(createPage("null"), { projectId: "</script><script>alert(1)</script>$&$1" });
    expect(html).not.toContain("</script><script>alert");
    const json = /id="firebase-config">(.*?)<\/script>/.exec(html)![1]!;
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
  const firebaseJson: FirebaseJson & { storage: object } = {
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
  const config = suiteConfig(firebaseJson, portsFrom(23000), ".data/run/23000/hosting", { ui: false });

  it("is the firebase.json of the checkout with another page and other ports", () => {
    expect(config).toMatchObject({
      storage: { rules: "storage.rules" },
      hosting: { public: ".data/run/23000/hosting" },
    });
    expect(config.emulators).toMatchObject({ auth: { host: "127.0.0.1", port: 27099 }, ui: { enabled: false } });
    expect(suiteConfig(firebaseJson, portsFrom(5000), "x", { ui: true }).emulators.ui).toEqual({
      enabled: true,
      host: "127.0.0.1",
      port: 4000,
    });
  });

  it("lets the page reach the emulators of its suite, too, and changes no other header", () => {
    expect(config.hosting.headers[0]!.headers).toEqual([
      {
        key: "Content-Security-Policy",
        value:
          "default-src 'none'; connect-src 'self' http://127.0.0.1:27099 http://127.0.0.1:26080 http://127.0.0.1:27199 https://x.example; base-uri 'none'",
      },
      { key: "Referrer-Policy", value: "no-referrer" },
    ]);
    expect(JSON.stringify(firebaseJson)).not.toContain("127.0.0.1");
  });
});
