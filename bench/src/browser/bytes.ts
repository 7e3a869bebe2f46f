import type { RequestRecord } from "./traffic.ts";
import type { Visit } from "./visit.ts";

/** The bytes, without headers, of all scripts that the page requested up to `untilMs` after the navigation began. */
export function scriptBytes({ requests, timeOrigin }: Pick<Visit, "requests" | "timeOrigin">, untilMs: number): number {
  const scripts = requests.filter(({ isScript, sentAt }) => isScript && sentAt <= timeOrigin + untilMs);
  return sum(scripts.map(({ bodyBytes }) => bodyBytes));
}

/** The bytes, with headers, of all responses. */
export function allBytes(requests: readonly RequestRecord[]): number {
  return sum(requests.map(({ responseBytes }) => responseBytes));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
