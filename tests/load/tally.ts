import { median, percentile } from "../../bench/src/figures/numbers.ts";

/** Collects the times of successful calls, in milliseconds, and counts the failures. */
export interface Tally {
  /** Counts one attempt. `outcome` is `ok` or the error code. */
  record(kind: string, ms: number, outcome: string): void;
  summaryLines(runSeconds: number): string[];
  /** The number of successful calls of a kind. */
  countSuccesses(kind: string): number;
}

export function newTally(): Tally {
  const times = new Map<string, number[]>();
  const failures = new Map<string, number>();
  return {
    record(kind, ms, outcome) {
      if (outcome !== "ok") {
        failures.set(outcome, (failures.get(outcome) ?? 0) + 1);
        return;
      }
      const timesOfKind = times.get(kind) ?? [];
      timesOfKind.push(ms);
      times.set(kind, timesOfKind);
    },
    countSuccesses: (kind) => times.get(kind)?.length ?? 0,
    summaryLines(runSeconds) {
      const formatTime = (ms: number): string => `${Math.round(ms)} ms`;
      const callLines = [...times].map(([kind, timesOfKind]) => {
        const count = `${kind.padEnd(8)}${String(timesOfKind.length).padStart(7)} done`;
        const rate = `${(timesOfKind.length / runSeconds).toFixed(1)} a second`;
        const p95 = formatTime(percentile(timesOfKind, 0.95));
        const p99 = formatTime(percentile(timesOfKind, 0.99));
        return `${count}, ${rate}; median ${formatTime(median(timesOfKind))}, p95 ${p95}, p99 ${p99}`;
      });
      const failureCounts = [...failures].map(([code, count]) => `${code} ${count}`).join(", ");
      return [...callLines, `failed attempts: ${failureCounts || "none"}`];
    },
  };
}
