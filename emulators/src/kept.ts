import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DATA } from "./paths.ts";

/** The kept store, an export of the suite; `next` is one being written, `previous` the one before while they change places. */
const KEPT = join(DATA, "kept");
const NEXT = join(DATA, "kept-next");
const PREVIOUS = join(DATA, "kept-previous");

/** Firebase writes this file into every export that is whole. */
const isWhole = (folder: string): boolean => existsSync(join(folder, "firebase-export-metadata.json"));

/** The kept store, or `null` when there is none. Where an exchange was cut short, the store before it is. */
export function keptDir(): string | null {
  if (!isWhole(KEPT) && isWhole(PREVIOUS)) {
    rmSync(KEPT, { recursive: true, force: true });
    renameSync(PREVIOUS, KEPT);
  }
  return isWhole(KEPT) ? KEPT : null;
}

/** Makes a whole save the kept store; until the exchange is done the one before stays. */
function adoptSaved(): boolean {
  if (!isWhole(NEXT)) return false;
  rmSync(PREVIOUS, { recursive: true, force: true });
  if (existsSync(KEPT)) renameSync(KEPT, PREVIOUS);
  renameSync(NEXT, KEPT);
  rmSync(PREVIOUS, { recursive: true, force: true });
  return true;
}

/** Forgets the kept store. */
export function forgetKept(): void {
  for (const folder of [KEPT, NEXT, PREVIOUS]) rmSync(folder, { recursive: true, force: true });
}

let saving: Promise<boolean> = Promise.resolve(true);

/** Saves a running suite, whose hub listens on `hubPort`, one save after another. Answers whether it is kept now. */
export function saveNow(hubPort: number): Promise<boolean> {
  saving = saving.then(() => save(hubPort));
  return saving;
}

async function save(hubPort: number): Promise<boolean> {
  rmSync(NEXT, { recursive: true, force: true });
  try {
    const response = await fetch(`http://127.0.0.1:${hubPort}/_admin/export`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ path: NEXT, initiatedBy: "logbook" }),
      signal: AbortSignal.timeout(120_000),
    });
    return response.ok && adoptSaved();
  } catch {
    return false;
  }
}
