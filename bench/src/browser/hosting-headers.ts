import { matchesGlob } from "node:path";

/** An entry of `hosting.headers` in firebase.json. */
export interface HeaderRule {
  source: string;
  headers: { key: string; value: string }[];
}

/** The headers that Hosting sends with a path. If several rules set one header, the last one wins. */
export function headersFor(path: string, rules: readonly HeaderRule[]): Record<string, string> {
  const matching = rules.filter(({ source }) => matches(path, source)).flatMap(({ headers }) => headers);
  return Object.fromEntries(matching.map(({ key, value }) => [key.toLowerCase(), value]));
}

// Hosting's globs may begin with `!`, which Node does not support.
function matches(path: string, source: string): boolean {
  return source.startsWith("!") ? !matchesGlob(path, source.slice(1)) : matchesGlob(path, source);
}

/** Returns the rules with a security policy that also allows requests to these origins of the emulators. */
export function widenPolicy(rules: readonly HeaderRule[], origins: readonly string[]): HeaderRule[] {
  const widen = (policy: string): string =>
    policy.replace("connect-src 'self'", `connect-src 'self' ${origins.join(" ")}`);
  return rules.map(({ source, headers }) => ({
    source,
    headers: headers.map(({ key, value }) => ({ key, value: widen(value) })),
  }));
}
