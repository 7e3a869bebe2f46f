/** Whether a process lives; with `startTime`, only the process that started at that time counts. */
export function isAlive(pid: number, startTime?: string): boolean;

/** When a process started, in clock ticks since the start of the machine; empty on other systems than Linux. */
export function startTimeOf(pid: number): string;

/** A process's state, group and start time from /proc; empty on other systems. */
export function processStat(pid: number): { state: string; processGroup: number; startTime: string };

/** The living process that holds a lock, and the `note` that it gave to `tryLock`; `null` if the lock is free. */
export function lockHolder(file: string): { pid: number; note: string } | null;

/**
 * Takes a lock and returns the function that releases it, or `null` while another living process holds it. `note` is a
 * line for other processes, such as an address.
 */
export function tryLock(file: string, note?: string): (() => void) | null;

/** Runs `work` with a lock. Waits while another command has it. `task` completes the message 'Waiting … to build'. */
export function withLock<T>(file: string, task: string, work: () => Promise<T>): Promise<T>;
