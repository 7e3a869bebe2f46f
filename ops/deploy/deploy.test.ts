import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inRoot } from "../../suite/command-line/paths.ts";
import { DEFAULT_REGION } from "../../suite/launcher/build.ts";
import type { FirebaseJson } from "../../suite/launcher/suite-config.ts";
import { checkRules } from "./checks.ts";
import { deployArguments, deployedConfig, functionsEnvironment } from "./files.ts";
import { pageSettings, parseSettings, projectOf, type Settings } from "./settings.ts";

const settings: Settings = { projectId: "our-logbook", apiKey: "k", storageBucket: "b", appId: "a" };
const base = JSON.parse(readFileSync(inRoot("firebase.json"), "utf8")) as FirebaseJson;

function policyOf(config: FirebaseJson): Map<string, string[]> {
  const policy = config.hosting.headers
    .flatMap(({ headers }) => headers)
    .find(({ key }) => key === "Content-Security-Policy");
  return new Map(policy!.value.split("; ").map((text) => [text.split(" ")[0]!, text.split(" ").slice(1)]));
}

describe("the settings of a deploy", () => {
  it("are the web app's configuration", () => {
    expect(parseSettings(JSON.stringify(settings))).toEqual(settings);
    expect(parseSettings(undefined)).toBeNull();
    expect(parseSettings("")).toBeNull();
  });

  it.each([
    ["text that is no JSON", "{", "is not JSON"],
    ["a number", "3", "lacks projectId"],
    ["a configuration without apiKey", JSON.stringify({ ...settings, apiKey: undefined }), "lacks apiKey"],
    ["a reCAPTCHA key with a space", JSON.stringify({ ...settings, recaptchaSiteKey: "a b" }), "no key of reCAPTCHA"],
    [
      "a region that does not exist",
      JSON.stringify({ ...settings, region: "EU" }),
      "region in LOGBOOK_FIREBASE_CONFIG is no",
    ],
    ["a server key of two lines", JSON.stringify({ ...settings, serverApiKey: "k\nA=1" }), "is no API key"],
  ])("are refused with a sentence: %s", (_, text, reason) => {
    expect(() => parseSettings(text)).toThrow(reason);
  });

  it("name a real project, and --project may name no other", () => {
    expect(projectOf(settings, undefined)).toBe("our-logbook");
    expect(projectOf(settings, "our-logbook")).toBe("our-logbook");
    expect(() => projectOf(settings, "another")).toThrow("make them agree");
    expect(() => projectOf({ ...settings, projectId: "demo-logbook" }, undefined)).toThrow("local suites only");
    expect(() => projectOf({ ...settings, projectId: "../x" }, undefined)).toThrow("cannot be a project's id");
  });
});

function headerOf({ hosting }: FirebaseJson, name: string): string[] {
  return hosting.headers.flatMap(({ headers }) => headers.filter(({ key }) => key === name).map(({ value }) => value));
}

describe("the deployed configuration", () => {
  it("is firebase.json unchanged without further settings", () => {
    expect(deployedConfig(base, settings)).toEqual(base);
    expect(functionsEnvironment(settings)).toBe("LOGBOOK_REGION=us-central1\nWEB_API_KEY=k\nAPP_CHECK=off\n");
    expect(JSON.stringify(base)).toContain(`"functionId":"api","region":"${DEFAULT_REGION}"`);
    expect(pageSettings(settings)).toEqual(settings);
  });

  it("has one region for the functions and for Hosting's rewrite", () => {
    const elsewhere = { ...settings, region: "europe-west1" };
    expect(functionsEnvironment(elsewhere)).toContain("LOGBOOK_REGION=europe-west1\n");
    const text = JSON.stringify(deployedConfig(base, elsewhere));
    expect(text).toBe(JSON.stringify(base).replaceAll("us-central1", "europe-west1"));
  });

  it("with a server key, gives it to the function but not to the page, and lets the page send its origin to Google", () => {
    const restricted = { ...settings, serverApiKey: "server-key", region: "europe-west1" };
    expect(functionsEnvironment(restricted)).toContain("WEB_API_KEY=server-key\n");
    expect(pageSettings(restricted)).toEqual(settings);
    expect(headerOf(deployedConfig(base, restricted), "Referrer-Policy")).toEqual(["strict-origin"]);
    expect(headerOf(deployedConfig(base, settings), "Referrer-Policy")).toEqual(["no-referrer"]);
  });

  it("is deployed with --force only if the user asks for it", () => {
    expect(deployArguments("our-logbook", "f.json", false).join(" ")).toBe(
      "deploy --project our-logbook --config f.json",
    );
    expect(deployArguments("our-logbook", "f.json", true)).toContain("--force");
  });

  it("with App Check, allows the sources that App Check and reCAPTCHA need, and no others", () => {
    const on = { ...settings, recaptchaSiteKey: "site-key" };
    expect(functionsEnvironment(on)).toContain("APP_CHECK=on\n");
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

// Google's grammar of the rules loads slowly on a busy machine.
describe("the check before a deploy", { timeout: 60_000 }, () => {
  it("accepts the project's rules", () => {
    expect(checkRules()).toEqual({ ok: expect.any(String) });
  });

  it.each(["firestore.rules", "storage.rules"])("refuses a broken %s", (broken) => {
    const read = (file: string): string =>
      readFileSync(inRoot(file), "utf8").slice(0, file === broken ? -3 : undefined);
    expect(checkRules(read)).toEqual({ problem: expect.stringMatching(new RegExp(`^${broken} cannot be read: .+`)) });
  });
});
