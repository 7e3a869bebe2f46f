import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inRoot } from "../../suite/command-line/paths.ts";
import { DEFAULT_REGION } from "../../suite/launcher/build.ts";
import type { FirebaseJson } from "../../suite/launcher/suite-config.ts";
import { deployArguments, deployedConfig, functionsEnvironment } from "./files.ts";
import { pageSettings, parseSettings, projectOf, type Settings } from "./settings.ts";

const settings: Settings = { projectId: "our-logbook", apiKey: "k", storageBucket: "b", appId: "a" };
const firebaseJson = JSON.parse(readFileSync(inRoot("firebase.json"), "utf8")) as FirebaseJson;

/** The sources of each directive in the Content Security Policy. */
function readPolicy(config: FirebaseJson): Map<string, string[]> {
  const policy = config.hosting.headers
    .flatMap(({ headers }) => headers)
    .find(({ key }) => key === "Content-Security-Policy");
  return new Map(
    policy!.value.split("; ").map((directive) => [directive.split(" ")[0]!, directive.split(" ").slice(1)]),
  );
}

describe("the settings of a deploy", () => {
  it("are the web app's configuration, or `null` if LOGBOOK_FIREBASE_CONFIG is not set or empty", () => {
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
    ["an unknown chat", JSON.stringify({ ...settings, chat: "irc" }), "chat in LOGBOOK_FIREBASE_CONFIG is none of"],
    ["a chat of many hosts without its host", JSON.stringify({ ...settings, chat: "matrix" }), "chatHost in LOGBOOK"],
    ["a site with a path", JSON.stringify({ ...settings, siteUrl: "https://a.example/b" }), "is no address such as"],
    ["a site of two lines", JSON.stringify({ ...settings, siteUrl: "https://a.example\nA=1" }), "is no address such"],
    ...["127.0.0.1", "2130706433", "localhost", "0x7f.1", "::1", "a.example:8443", "a.example/b", "a.example\nA=1"].map(
      (chatHost) => [
        `the chat's host ${chatHost}`,
        JSON.stringify({ ...settings, chat: "json", chatHost }),
        "no name of",
      ],
    ),
  ])("are refused with a sentence: %s", (_, text, reason) => {
    expect(() => parseSettings(text)).toThrow(reason);
  });

  it("name a real project, and --project may not name another one", () => {
    expect(projectOf(settings, undefined)).toBe("our-logbook");
    expect(projectOf(settings, "our-logbook")).toBe("our-logbook");
    expect(() => projectOf(settings, "another")).toThrow("make them agree");
    expect(() => projectOf({ ...settings, projectId: "demo-logbook" }, undefined)).toThrow("local suites only");
    expect(() => projectOf({ ...settings, projectId: "../x" }, undefined)).toThrow("cannot be a project's id");
  });
});

function headerValues({ hosting }: FirebaseJson, name: string): string[] {
  return hosting.headers.flatMap(({ headers }) => headers.filter(({ key }) => key === name).map(({ value }) => value));
}

describe("the deployed configuration", () => {
  it("is firebase.json without any emulator if only the required settings are given", () => {
    const { emulators, ...deployed } = firebaseJson;
    expect(emulators).toBeDefined();
    const text = JSON.stringify(deployed).replace(/ http:\/\/127\.0\.0\.1:(9099|8080|9199)/g, "");
    expect(text).not.toContain("127.0.0.1");
    expect(deployedConfig(firebaseJson, settings)).toEqual(JSON.parse(text));
    expect(functionsEnvironment(settings)).toBe(
      "LOGBOOK_REGION=us-central1\nWEB_API_KEY=k\nAPP_CHECK=off\nLOGBOOK_CHAT=off\n",
    );
    expect(JSON.stringify(firebaseJson)).toContain(`"functionId":"api","region":"${DEFAULT_REGION}"`);
    expect(pageSettings(settings)).toEqual(settings);
  });

  it("has one region for the functions and for Hosting's rewrite", () => {
    const europeanSettings = { ...settings, region: "europe-west1" };
    expect(functionsEnvironment(europeanSettings)).toContain("LOGBOOK_REGION=europe-west1\n");
    const text = JSON.stringify(deployedConfig(firebaseJson, europeanSettings));
    expect(text).toBe(JSON.stringify(deployedConfig(firebaseJson, settings)).replaceAll("us-central1", "europe-west1"));
  });

  it("gives a server key to the function only, and lets the page send its origin to Google", () => {
    const settingsWithServerKey = { ...settings, serverApiKey: "server-key", region: "europe-west1" };
    expect(functionsEnvironment(settingsWithServerKey)).toContain("WEB_API_KEY=server-key\n");
    expect(pageSettings(settingsWithServerKey)).toEqual(settings);
    expect(headerValues(deployedConfig(firebaseJson, settingsWithServerKey), "Referrer-Policy")).toEqual([
      "strict-origin",
    ]);
    expect(headerValues(deployedConfig(firebaseJson, settings), "Referrer-Policy")).toEqual(["no-referrer"]);
  });

  it("gives the chat's settings to the functions only", () => {
    const settingsWithChat: Settings = { ...settings, chat: "matrix", chatHost: "matrix.example.org" };
    expect(parseSettings(JSON.stringify(settingsWithChat))).toEqual(settingsWithChat);
    expect(functionsEnvironment(settingsWithChat)).toContain(
      "LOGBOOK_CHAT=matrix\nLOGBOOK_SITE=https://our-logbook.web.app\nLOGBOOK_CHAT_HOST=matrix.example.org\n",
    );
    const settingsWithSite: Settings = { ...settings, chat: "discord", siteUrl: "https://logbook.example.org" };
    expect(functionsEnvironment(settingsWithSite)).toContain(
      "LOGBOOK_CHAT=discord\nLOGBOOK_SITE=https://logbook.example.org\n",
    );
    expect(pageSettings(settingsWithChat)).toEqual(settings);
    expect(pageSettings(settingsWithSite)).toEqual(settings);
  });

  it("is deployed with --force only if the user asks for it", () => {
    expect(deployArguments("our-logbook", "f.json", { force: false }).join(" ")).toBe(
      "deploy --project our-logbook --config f.json",
    );
    expect(deployArguments("our-logbook", "f.json", { force: true })).toContain("--force");
  });

  it("with App Check, also allows the sources that App Check and reCAPTCHA need", () => {
    const settingsWithAppCheck = { ...settings, recaptchaSiteKey: "site-key" };
    expect(functionsEnvironment(settingsWithAppCheck)).toContain("APP_CHECK=on\n");
    const [policyBefore, policyAfter] = [
      readPolicy(deployedConfig(firebaseJson, settings)),
      readPolicy(deployedConfig(firebaseJson, settingsWithAppCheck)),
    ];
    const addedSources = [...policyAfter].flatMap(([name, sources]) =>
      sources.filter((source) => !policyBefore.get(name)?.includes(source)).map((source) => `${name} ${source}`),
    );
    expect(addedSources).toEqual([
      "script-src https://www.google.com/recaptcha/",
      "script-src https://www.gstatic.com/recaptcha/",
      "connect-src https://content-firebaseappcheck.googleapis.com",
      "connect-src https://www.google.com/recaptcha/",
      "frame-src https://www.google.com/recaptcha/",
      "frame-src https://recaptcha.google.com/recaptcha/",
    ]);
    for (const [name, sources] of policyBefore) expect(policyAfter.get(name)).toEqual(expect.arrayContaining(sources));
  });
});
