import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { inRoot } from "../command-line/paths.ts";
import { DEFAULT_PORTS, LOCAL_PROJECT, portsFrom } from "./ports.ts";
import {
  emulatorsBlock,
  type FirebaseJson,
  fillConfigBlock,
  localPageConfig,
  replaceEmulators,
  suiteConfig,
} from "./suite-config.ts";

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
              value:
                "default-src 'none'; connect-src 'self' http://127.0.0.1:9099 http://127.0.0.1:8080 http://127.0.0.1:9199 https://x.example; base-uri 'none'",
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

  it("lets the page reach the emulators of its suite instead of those on the default ports, and changes no other header", () => {
    expect(config.hosting.headers[0]!.headers).toEqual([
      {
        key: "Content-Security-Policy",
        value:
          "default-src 'none'; connect-src 'self' http://127.0.0.1:27099 http://127.0.0.1:26080 http://127.0.0.1:27199 https://x.example; base-uri 'none'",
      },
      { key: "Referrer-Policy", value: "no-referrer" },
    ]);
  });
});

describe("the emulators in firebase.json, for `npx firebase emulators:start`", () => {
  const storedJson = JSON.parse(readFileSync(inRoot("firebase.json"), "utf8")) as FirebaseJson;

  it("have the ports of `npm start`, and the page may reach them", () => {
    expect(storedJson.emulators).toEqual({
      ...emulatorsBlock(DEFAULT_PORTS),
      ui: { enabled: false, host: "127.0.0.1", port: DEFAULT_PORTS.ui },
      singleProjectMode: true,
    });
    const policy = JSON.stringify(storedJson.hosting.headers);
    expect(replaceEmulators(policy, DEFAULT_PORTS)).toBe(policy);
    expect(replaceEmulators(policy, null)).not.toContain("127.0.0.1");
    expect(JSON.parse(readFileSync(inRoot(".firebaserc"), "utf8")).projects.default).toBe(LOCAL_PROJECT);
  });

  it("are valid for firebase-tools, like the rest of the file", () => {
    const { getValidator } = createRequire(import.meta.url)("firebase-tools/lib/firebaseConfigValidate") as {
      getValidator(): (config: unknown) => boolean;
    };
    expect(getValidator()(storedJson)).toBe(true);
    expect(getValidator()({ ...storedJson, emulators: { hosting: { port: "5000" } } })).toBe(false);
  });
});
