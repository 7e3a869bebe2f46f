import type { RequestRecord } from "./traffic.ts";
import type { Visit } from "./visit.ts";

/** The bytes of all scripts that are requested up to `until` (milliseconds since the navigation), without headers. */
export function scriptBytes({ requests, timeOrigin }: Pick<Visit, "requests" | "timeOrigin">, until: number): number {
  return sum(
    requests.filter(({ isScript, at }) => isScript && at <= timeOrigin + until).map(({ bodyBytes }) => bodyBytes),
  );
}

export function allBytes(requests: readonly RequestRecord[]): number {
  return sum(requests.map(({ bytes }) => bytes));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
