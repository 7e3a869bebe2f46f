/** Whether a process lives; with `began`, whether that very one does and no later one with its number. */
export function isAlive(pid: number, began?: string): boolean;

/** When a process began, as Linux counts it; empty elsewhere. */
export function startTimeOf(pid: number): string;

/** The living processes that hold a lock; empty when it is free. */
export function lockHolders(file: string): number[];

/** What the holder of a lock left as a note. */
export function lockNote(file: string): string;

/** Takes a lock for the given processes and gives what releases it, or `null` while another living process holds it. */
export function tryLock(file: string, options?: { pids?: number[]; note?: string }): (() => void) | null;

/** Waits for a lock and gives what releases it. `onWait` is called once, if there is anything to wait for. */
export function lock(file: string, onWait?: (holders: number[]) => void): Promise<() => void>;
