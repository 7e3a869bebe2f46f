import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { ownToken } from "../admin.ts";
import { bucketName } from "../project.ts";

/**
 * The bytes of a file as it lies in the bucket, read around the rules; `null` where there is none. By REST: only to load
 * the Admin SDK's own client would take a cold instance a tenth of a second. Rejects when Storage cannot be reached; the
 * stream fails when it has not ended within `withinMs`.
 */
export async function openOwnFile(path: string, withinMs: number): Promise<Readable | null> {
  const emulator = process.env.FIREBASE_STORAGE_EMULATOR_HOST;
  const origin = emulator ? `http://${emulator}` : "https://storage.googleapis.com";
  const response = await fetch(`${origin}/storage/v1/b/${bucketName()}/o/${encodeURIComponent(path)}?alt=media`, {
    headers: { authorization: `Bearer ${await ownToken()}` },
    signal: AbortSignal.timeout(withinMs),
  });
  if (response.status === 404) return null;
  if (!response.ok || response.body === null) throw new Error(`Storage answered ${response.status}.`);
  return Readable.fromWeb(response.body as ReadableStream);
}
