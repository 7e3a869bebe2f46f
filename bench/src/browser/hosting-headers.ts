import { readFileSync } from "node:fs";
import { matchesGlob } from "node:path";

/** An entry of `hosting.headers` in firebase.json. */
export interface HeaderRule {
  source: string;
  headers: { key: string; value: string }[];
}

/** The headers of firebase.json, with a Content-Security-Policy that also allows requests to the emulators' origins. */
export function readHeaderRules(emulatorOrigins: readonly string[]): HeaderRule[] {
  const config = JSON.parse(readFileSync(new URL("../../../firebase.json", import.meta.url), "utf8"));
  return widenPolicy((config as { hosting: { headers: HeaderRule[] } }).hosting.headers, emulatorOrigins);
}

/** The headers that Hosting sends for a path. If several rules set the same header, the last rule wins. */
export function headersFor(path: string, rules: readonly HeaderRule[]): Record<string, string> {
  const headersOfPath = rules.filter(({ source }) => isMatch(path, source)).flatMap(({ headers }) => headers);
  return Object.fromEntries(headersOfPath.map(({ key, value }) => [key.toLowerCase(), value]));
}

// Hosting's globs may begin with `!`, which Node does not support.
function isMatch(path: string, source: string): boolean {
  return source.startsWith("!") ? !matchesGlob(path, source.slice(1)) : matchesGlob(path, source);
}

/** Returns the rules with a Content-Security-Policy that also allows requests to these origins of the emulators. */
export function widenPolicy(rules: readonly HeaderRule[], origins: readonly string[]): HeaderRule[] {
  // Only the Content-Security-Policy contains `connect-src`, so all other headers stay as they are.
  const widen = (headerValue: string): string =>
    headerValue.replace("connect-src 'self'", `connect-src 'self' ${origins.join(" ")}`);
  return rules.map(({ source, headers }) => ({
    source,
    headers: headers.map(({ key, value }) => ({ key, value: widen(value) })),
  }));
}
