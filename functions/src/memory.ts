/** The memory of an instance, of the functions that cache all reports: 100,000 take about 250 MB (bench/README.md). */
export const MEMORY = "1GiB";
const MEMORY_MB = 1024;

// Above this share the platform may soon end the instance, with every request that it is answering.
const WARNING_SHARE = 0.8;
const CHECK_INTERVAL_MS = 10_000;
const BYTES_PER_MB = 1024 * 1024;

/** What a watch reads and does; tests replace it. */
interface Operations {
  /** The memory that this process occupies, in bytes. */
  readMemory: () => number;
  /** Frees what can be computed again. */
  freeMemory: () => void;
  log: (entry: object) => void;
}

/**
 * Creates a check for regular calls: once this process has little memory left, each check frees what it can, and the
 * first one says so in the log. The process goes on.
 */
export function createMemoryCheck({ readMemory, freeMemory, log }: Operations): () => void {
  let hasWarned = false;
  return () => {
    const usedMb = Math.round(readMemory() / BYTES_PER_MB);
    if (usedMb < WARNING_SHARE * MEMORY_MB) return;
    freeMemory();
    if (hasWarned) return;
    hasWarned = true;
    const message = `This instance uses ${usedMb} of ${MEMORY_MB} MB. It goes on without caches; with more reports it needs more memory (MEMORY in functions/src/memory.ts).`;
    log({ severity: "WARNING", message });
  };
}

/** Checks the memory of this process every ten seconds. */
export function watchMemory({ freeMemory, log }: Pick<Operations, "freeMemory" | "log">): void {
  setInterval(createMemoryCheck({ readMemory: process.memoryUsage.rss, freeMemory, log }), CHECK_INTERVAL_MS).unref();
}
