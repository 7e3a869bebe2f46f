import { matchesGlob } from "node:path";

/** `hosting.headers` of firebase.json. */
export interface HeaderRule {
  source: string;
  headers: { key: string; value: string }[];
}

/** The headers that Hosting gives a path: every rule that matches, later ones over earlier ones. */
export function headersFor(path: string, rules: readonly HeaderRule[]): Record<string, string> {
  const given = rules.filter(({ source }) => matches(path, source)).flatMap(({ headers }) => headers);
  return Object.fromEntries(given.map(({ key, value }) => [key.toLowerCase(), value]));
}

// Hosting's globs may begin with `!`, which Node's do not know.
function matches(path: string, source: string): boolean {
  return source.startsWith("!") ? !matchesGlob(path, source.slice(1)) : matchesGlob(path, source);
}

/** The rules with a security policy that lets the page reach the emulators at these origins as well. */
export function widenPolicy(rules: readonly HeaderRule[], origins: readonly string[]): HeaderRule[] {
  const widen = (policy: string): string =>
    policy
      .replace("connect-src 'self'", `connect-src 'self' ${origins.join(" ")}`)
      .replace("; upgrade-insecure-requests", "");
  return rules.map(({ source, headers }) => ({
    source,
    headers: headers.map(({ key, value }) => ({ key, value: widen(value) })),
  }));
}
