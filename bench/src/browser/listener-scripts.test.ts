import { expect, it } from "vitest";
import { listenerScripts } from "./listener-scripts.ts";

const FIRESTORE = 'const s="google.firestore.v1.Firestore";';

const scripts = (texts: Record<string, string>) =>
  new Map(Object.entries(texts).map(([name, text]) => [`/assets/${name}.js`, text]));
const paths = (...names: string[]) => new Set(names.map((name) => `/assets/${name}.js`));

it("finds Firestore's client, the scripts that import it, and those that only these import", () => {
  const built = scripts({
    entry: 'import{a}from"./shared.js";const d=()=>import("./dashboard.js")',
    shared: "",
    dashboard: 'import"./shared.js";import("./live.js");import("./form.js")',
    live: 'import{x}from"./firestore.js";import{b}from"./channel.js";import"./shared.js";import"./icons.js"',
    firestore: `import"./channel.js";${FIRESTORE}`,
    channel: "",
    form: 'import"./icons.js"',
    icons: "",
  });
  expect(listenerScripts(built, ["/assets/entry.js"])).toEqual(paths("live", "firestore", "channel"));
});

it("never finds a script that the page needs at its start", () => {
  const built = scripts({ entry: 'import"./firestore.js"', firestore: FIRESTORE });
  expect(listenerScripts(built, ["/assets/entry.js"])).toEqual(new Set());
});
