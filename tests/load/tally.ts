import { median, percentile } from "../../bench/src/figures/numbers.ts";

/** Counts of a run: the times of successful calls in milliseconds, and the failures. */
export interface Tally {
  /** Counts one attempt; `outcome` is `ok` or the code of its failure. */
  record(kind: string, ms: number, outcome: string): void;
  summaryLines(runSeconds: number): string[];
  /** The number of successful calls of a kind. */
  successes(kind: string): number;
}

export function newTally(): Tally {
  const times = new Map<string, number[]>();
  const failures = new Map<string, number>();
  const listOf = (kind: string): number[] => times.get(kind) ?? times.set(kind, []).get(kind)!;
  return {
    record(kind, ms, outcome) {
      if (outcome === "ok") listOf(kind).push(ms);
      else failures.set(outcome, (failures.get(outcome) ?? 0) + 1);
    },
    successes: (kind) => times.get(kind)?.length ?? 0,
    summaryLines(runSeconds) {
      const inMs = (ms: number): string => `${Math.round(ms)} ms`;
      return [
        ...[...times].map(
          ([kind, list]) =>
            `${kind.padEnd(8)}${String(list.length).padStart(7)} done, ${(list.length / runSeconds).toFixed(1)} a second; ` +
            `median ${inMs(median(list))}, p95 ${inMs(percentile(list, 0.95))}, p99 ${inMs(percentile(list, 0.99))}`,
        ),
        `failed attempts: ${[...failures].map(([outcome, count]) => `${outcome} ${count}`).join(", ") || "none"}`,
      ];
    },
  };
}
