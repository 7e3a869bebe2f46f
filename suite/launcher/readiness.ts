import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { CommandError } from "../command-line/command.ts";
import type { Note } from "../command-line/progress.mjs";
import type { Ports } from "./ports.ts";

/** The emulators did not get ready; their log says why. `isImported`: they had already imported the saved data. */
export class NotReadyError extends CommandError {
  readonly isImported: boolean;
  constructor(message: string, isImported: boolean) {
    super(message);
    this.isImported = isImported;
  }
}

interface Options {
  ports: Ports;
  services: readonly string[];
  logFile: string;
  isOver(): boolean;
  stopSignal?: AbortSignal;
  note: Note;
}

const READY_TIMEOUT_MS = 180_000;
/** firebase-tools prints this once triggers are loaded and the import is done. */
const ALL_READY = "All emulators ready";

/** Waits until every emulator answers. Throws a `NotReadyError` at a timeout, the suite's end, or the stop signal. */
export async function waitUntilReady({ ports, services, logFile, isOver, stopSignal, note }: Options): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  const probes: [name: string, isReady: () => boolean | Promise<boolean>][] = [
    ["the emulators", () => existsSync(logFile) && readFileSync(logFile, "utf8").includes(ALL_READY)],
  ];
  for (const service of services)
    if (service === "functions")
      probes.push([
        "the function api",
        () => isAnswering(`http://127.0.0.1:${ports.hosting}/api/health`, "application/json"),
      ]);
    else probes.push([service, () => isAnswering(`http://127.0.0.1:${ports[service as keyof Ports]}/`)]);
  for (const [index, [name, isReady]] of probes.entries()) {
    note(`waiting for ${name}`);
    while (!(await isReady())) {
      if (isOver() || stopSignal?.aborted)
        throw new NotReadyError("The emulators ended before they were ready.", index > 0);
      if (Date.now() > deadline)
        throw new NotReadyError(`Still no response from ${name} after ${READY_TIMEOUT_MS / 1000} s.`, index > 0);
      await pause(200);
    }
  }
  note("");
}

/** Throws a `CommandError` if Firestore's engine could not read the rules: it would run and allow everything. */
export function assertRulesLoaded(log: string): void {
  const error = existsSync(log) ? /^ERROR: .*?([^/]+\.rules:.*)$/m.exec(readFileSync(log, "utf8"))?.[1] : undefined;
  if (error !== undefined)
    throw new CommandError(
      `The Firestore rules cannot be read: ${error} Nothing would be protected; correct them and start again.`,
    );
}

/** Whether a server answers. With `type`, only a successful response of that content type counts. */
export async function isAnswering(address: string, type = ""): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return type === "" || (response.ok && (response.headers.get("content-type") ?? "").includes(type));
  } catch {
    return false;
  }
}
