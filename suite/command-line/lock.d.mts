/** Whether a process lives; with `startTime`, only the process that started at that time counts. */
export function isAlive(pid: number, startTime?: string): boolean;

/** When a process started, in Linux's own unit; empty on other systems. */
export function startTimeOf(pid: number): string;

/** A process's state, group and start time from /proc; empty on other systems. */
export function processStat(pid: number): { state: string; processGroup: number; startTime: string };

/** The living processes that hold a lock; empty if it is free. */
export function lockHolders(file: string): number[];

/** The note that the holder of a lock has written into it. */
export function lockNote(file: string): string;

/** Takes a lock and returns the function that releases it, or `null` while another living process holds it. */
export function tryLock(file: string, options?: { note?: string }): (() => void) | null;

/** Waits for a lock and returns the function that releases it. Calls `onWait` once if another process holds it. */
export function lock(file: string, onWait?: (holders: number[]) => void): Promise<() => void>;
