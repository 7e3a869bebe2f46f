import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { FIREBASE_CLI, inRoot } from "../command-line/paths.ts";
import { startStep } from "../command-line/progress.mjs";
import { runProgram } from "../command-line/run-program.ts";

const DOWNLOADS_FILE = inRoot("node_modules", "firebase-tools", "lib", "emulator", "downloadableEmulatorInfo.json");

interface Download {
  remoteUrl: string;
  downloadPathRelativeToCacheDir: string;
}

/** Reads firebase-tools' own list of the programs that it downloads. */
export function readDownloads(): Record<"firestore" | "storage", Download> & { ui: { main: Download } } {
  return JSON.parse(readFileSync(DOWNLOADS_FILE, "utf8"));
}

function isDownloaded({ downloadPathRelativeToCacheDir }: Download): boolean {
  const folder = process.env.FIREBASE_EMULATORS_PATH ?? join(homedir(), ".cache", "firebase", "emulators");
  return existsSync(join(folder, downloadPathRelativeToCacheDir));
}

/** Whether firebase-tools has downloaded the JARs of Firestore and Storage. */
export function hasJars(): boolean {
  const { firestore, storage } = readDownloads();
  return isDownloaded(firestore) && isDownloaded(storage);
}

/** Whether this machine can reach Google's download site. */
export async function canFetchJars(): Promise<boolean> {
  try {
    const { remoteUrl } = readDownloads().storage;
    return (await fetch(remoteUrl, { method: "HEAD", signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

/** Downloads the JARs of Firestore and Storage. Returns false if a download failed. */
export async function fetchJars(): Promise<boolean> {
  return (
    (await download("firestore", "Downloading Google's Firestore emulator (about 140 MB, once)")) &&
    (await download("storage", "Downloading Google's Storage rules runtime (about 50 MB, once)"))
  );
}

/** Downloads the Emulator UI if it is not on this machine. Returns false if that failed. */
export async function provideUi(): Promise<boolean> {
  const { main } = readDownloads().ui;
  return isDownloaded(main) || (await download("ui", "Downloading the Emulator UI (about 4 MB, once)"));
}

async function download(emulator: string, title: string): Promise<boolean> {
  const step = startStep(title);
  const { code } = await runProgram(process.execPath, [FIREBASE_CLI, `setup:emulators:${emulator}`]);
  if (code === 0) step.done();
  else step.failed();
  return code === 0;
}
