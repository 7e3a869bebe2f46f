import { CommandError } from "../command-line/command.ts";
import { waitUntil } from "../machine/processes.ts";
import type { SuiteOptions } from "./suite-config.ts";
import { readLog } from "./suite-log.ts";

/** The emulators did not get ready; their log says why. */
export class NotReadyError extends CommandError {
  /** Whether the emulators had already imported the saved data. */
  readonly hasImportedData: boolean;
  constructor(message: string, hasImportedData: boolean) {
    super(message);
    this.hasImportedData = hasImportedData;
  }
}

const READY_TIMEOUT_MS = 180_000;
/** firebase-tools prints this once every emulator listens, triggers are loaded and the import is done. */
const ALL_READY = "All emulators ready";

/**
 * Waits until the emulators and the function `api` answer. Throws a `NotReadyError` at a timeout, the stop signal, or
 * once `hasEnded` says that the suite has ended or has lost a process.
 */
export async function waitUntilReady(
  { ports, storesOnly, stopSignal, showProgress }: SuiteOptions,
  logFile: string,
  hasEnded: () => boolean,
): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  let hasImportedData = false;
  const waitFor = async (name: string, isReady: () => boolean | Promise<boolean>) => {
    showProgress(`waiting for ${name}`);
    const isOver = () => hasEnded() || stopSignal?.aborted === true;
    const isInTime = await waitUntil(async () => isOver() || (await isReady()), deadline - Date.now());
    if (!isInTime)
      throw new NotReadyError(`Still no response from ${name} after ${READY_TIMEOUT_MS / 1000} s.`, hasImportedData);
    if (isOver()) throw new NotReadyError("The emulators ended before they were ready.", hasImportedData);
  };
  await waitFor("the emulators", () => readLog(logFile).includes(ALL_READY));
  hasImportedData = true;
  const healthUrl = `http://127.0.0.1:${ports.hosting}/api/health`;
  if (!storesOnly) await waitFor("the function api", () => isAnswering(healthUrl, "application/json"));
  // Removes 'waiting for …' from the step's line.
  showProgress("");
}

/** Throws a `CommandError` if Firestore's engine could not read the rules: the engine would allow everything. */
export function assertRulesLoaded(firestoreLogFile: string): void {
  // The engine logs the path of the file; the message begins with the file's name.
  const error = /^ERROR: .*?([^/]+\.rules:.*)$/m.exec(readLog(firestoreLogFile))?.[1];
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
