import type { RequestRecord } from "./traffic.ts";
import type { Visit } from "./visit.ts";

/** Bytes of the scripts that a visit had asked for by a moment (milliseconds since its navigation), without headers. */
export function scriptBytes({ sent, origin }: Pick<Visit, "sent" | "origin">, until: number): number {
  return sum(sent.filter(({ isScript, at }) => isScript && at <= origin + until).map(({ bodyBytes }) => bodyBytes));
}

/** Every byte that came for these requests, headers included. */
export function allBytes(sent: readonly RequestRecord[]): number {
  return sum(sent.map(({ bytes }) => bytes));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
