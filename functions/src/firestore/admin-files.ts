import type { Readable } from "node:stream";
import { download } from "../http/client.ts";
import { bucketName } from "../http/environment.ts";
import { ownToken } from "./admin.ts";

/**
 * The bytes of a file as it lies in the bucket, read around the rules; `null` where there is none. By REST: only to load
 * the Admin SDK's own client would take a cold instance a tenth of a second. Rejects when Storage cannot be reached; the
 * stream fails when it has not ended within `withinMs`.
 */
export async function openOwnFile(path: string, withinMs: number): Promise<Readable | null> {
  const emulator = process.env.FIREBASE_STORAGE_EMULATOR_HOST;
  const origin = emulator ? `http://${emulator}` : "https://storage.googleapis.com";
  const url = `${origin}/storage/v1/b/${bucketName()}/o/${encodeURIComponent(path)}?alt=media`;
  const response = await download(url, { authorization: `Bearer ${await ownToken()}` }, withinMs);
  if (response.statusCode === 200) return response;
  response.destroy();
  if (response.statusCode === 404) return null;
  throw new Error(`Storage answered ${response.statusCode}.`);
}
