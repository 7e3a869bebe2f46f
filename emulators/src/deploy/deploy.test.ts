import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { FirebaseJson } from "../generated-config.ts";
import { inRoot } from "../paths.ts";
import { checkRules } from "./checks.ts";
import { deployedConfig, functionsEnvironment } from "./files.ts";
import { parseSettings, projectOf, type Settings } from "./settings.ts";

const settings: Settings = { projectId: "our-logbook", apiKey: "k", storageBucket: "b", appId: "a" };
const base = JSON.parse(readFileSync(inRoot("firebase.json"), "utf8")) as FirebaseJson;

function policyOf(config: FirebaseJson): Map<string, string[]> {
  const policy = config.hosting.headers
    .flatMap(({ headers }) => headers)
    .find(({ key }) => /Policy$/.test(key) && key.startsWith("Content"));
  return new Map(policy!.value.split("; ").map((text) => [text.split(" ")[0]!, text.split(" ").slice(1)]));
}

describe("the settings of a deploy", () => {
  it("are the web app's configuration", () => {
    expect(parseSettings(JSON.stringify(settings))).toEqual(settings);
    expect(parseSettings(undefined)).toBeNull();
    expect(parseSettings("")).toBeNull();
  });

  it.each([
    ["no JSON", "{", "is not JSON"],
    ["no object", "3", "lacks projectId"],
    ["without a key", JSON.stringify({ ...settings, apiKey: undefined }), "lacks apiKey"],
    ["with a key that is none", JSON.stringify({ ...settings, recaptchaSiteKey: "a b" }), "no key of reCAPTCHA"],
  ])("%s are refused with a sentence", (_, text, reason) => {
    expect(() => parseSettings(text)).toThrow(reason);
  });

  it("name the project, which is a real one", () => {
    expect(projectOf(settings, undefined)).toBe("our-logbook");
    expect(projectOf(settings, "our-logbook")).toBe("our-logbook");
    expect(() => projectOf(settings, "another")).toThrow("make them agree");
    expect(() => projectOf({ ...settings, projectId: "demo-logbook" }, undefined)).toThrow("local suites only");
    expect(() => projectOf({ ...settings, projectId: "../x" }, undefined)).toThrow("cannot be a project's id");
  });
});

describe("what is deployed", () => {
  it("is firebase.json as it is while App Check is off", () => {
    expect(deployedConfig(base, settings)).toEqual(base);
    expect(functionsEnvironment(settings)).toBe("WEB_API_KEY=k\nAPP_CHECK=off\n");
  });

  it("lets reCAPTCHA into the page, and nothing else, where App Check is on", () => {
    const on = { ...settings, recaptchaSiteKey: "site-key" };
    expect(functionsEnvironment(on)).toBe("WEB_API_KEY=k\nAPP_CHECK=on\n");
    const [before, after] = [policyOf(base), policyOf(deployedConfig(base, on))];
    const added = [...after].flatMap(([name, sources]) =>
      sources.filter((source) => !before.get(name)?.includes(source)).map((source) => `${name} ${source}`),
    );
    expect(added).toEqual([
      "script-src https://www.google.com/recaptcha/",
      "script-src https://www.gstatic.com/recaptcha/",
      "connect-src https://content-firebaseappcheck.googleapis.com",
      "connect-src https://www.google.com/recaptcha/",
      "frame-src https://www.google.com/recaptcha/",
      "frame-src https://recaptcha.google.com/recaptcha/",
    ]);
    for (const [name, sources] of before) expect(after.get(name)).toEqual(expect.arrayContaining(sources));
  });
});

// Google's grammar is slow to read, on a busy machine above all.
describe("the look before a deploy", { timeout: 60_000 }, () => {
  it("takes the project's rules", () => {
    expect(checkRules()).toEqual({ ok: expect.any(String) });
  });

  it.each(["firestore.rules", "storage.rules"])("finds %s broken", (broken) => {
    const read = (file: string): string =>
      readFileSync(inRoot(file), "utf8").slice(0, file === broken ? -3 : undefined);
    expect(checkRules(read)).toEqual({ problem: expect.stringMatching(new RegExp(`^${broken} cannot be read: .+`)) });
  });
});
