import { existsSync, readFileSync } from "node:fs";
import { CommandError } from "../command-line/command.ts";
import type { Note } from "../command-line/progress.mjs";
import { waitUntil } from "../machine/processes.ts";
import type { Ports } from "./ports.ts";

/** The emulators did not get ready; their log says why. */
export class NotReadyError extends CommandError {
  /** Whether the emulators had already imported the saved data. */
  readonly hasImportedData: boolean;
  constructor(message: string, hasImportedData: boolean) {
    super(message);
    this.hasImportedData = hasImportedData;
  }
}

interface Options {
  ports: Ports;
  /** The emulators to wait for, by their names in `Ports`. */
  services: readonly string[];
  logFile: string;
  /** Whether the suite has ended or has lost a process. */
  hasEnded(): boolean;
  stopSignal?: AbortSignal;
  note: Note;
}

const READY_TIMEOUT_MS = 180_000;
/** firebase-tools prints this once triggers are loaded and the import is done. */
const ALL_READY = "All emulators ready";

/** Waits until every emulator answers. Throws a `NotReadyError` at a timeout, the suite's end, or the stop signal. */
export async function waitUntilReady({ ports, services, logFile, hasEnded, stopSignal, note }: Options): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  const probes: [name: string, isReady: () => boolean | Promise<boolean>][] = [
    ["the emulators", () => existsSync(logFile) && readFileSync(logFile, "utf8").includes(ALL_READY)],
  ];
  const healthUrl = `http://127.0.0.1:${ports.hosting}/api/health`;
  for (const service of services)
    if (service === "functions") probes.push(["the function api", () => isAnswering(healthUrl, "application/json")]);
    else probes.push([service, () => isAnswering(`http://127.0.0.1:${ports[service as keyof Ports]}/`)]);
  const isOver = () => hasEnded() || stopSignal?.aborted === true;
  for (const [index, [name, isReady]] of probes.entries()) {
    note(`waiting for ${name}`);
    // The first probe waits for ALL_READY, which is printed after the import.
    const hasImportedData = index > 0;
    if (!(await waitUntil(async () => isOver() || (await isReady()), deadline - Date.now())))
      throw new NotReadyError(`Still no response from ${name} after ${READY_TIMEOUT_MS / 1000} s.`, hasImportedData);
    if (isOver()) throw new NotReadyError("The emulators ended before they were ready.", hasImportedData);
  }
  // Removes 'waiting for …' from the step's line.
  note("");
}

/** Throws a `CommandError` if Firestore's engine could not read the rules: the engine would allow everything. */
export function assertRulesLoaded(firestoreLogFile: string): void {
  const log = existsSync(firestoreLogFile) ? readFileSync(firestoreLogFile, "utf8") : "";
  const error = /^ERROR: .*?([^/]+\.rules:.*)$/m.exec(log)?.[1];
  if (error !== undefined)
    throw new CommandError(
      `The Firestore rules cannot be read: ${error} Nothing would be protected; correct them and start again.`,
    );
}

/** Whether a server answers. With `contentType`, only a successful response of this type counts. */
export async function isAnswering(address: string, contentType = ""): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    await response.arrayBuffer();
    return contentType === "" || (response.ok && (response.headers.get("content-type") ?? "").includes(contentType));
  } catch {
    return false;
  }
}
