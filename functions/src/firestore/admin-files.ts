import type { Readable } from "node:stream";
import { bucketName } from "../http/environment.ts";
import { download } from "../http/http-client.ts";
import { adminAccessToken } from "./admin.ts";

/**
 * Opens a file of the bucket without security rules; `null` if it does not exist. Over REST, because loading the Admin
 * SDK's client takes a cold instance 100 ms. The stream fails when it has not ended within `timeoutMs`.
 */
export async function openFileAsAdmin(path: string, timeoutMs: number): Promise<Readable | null> {
  const emulator = process.env.FIREBASE_STORAGE_EMULATOR_HOST;
  const origin = emulator ? `http://${emulator}` : "https://storage.googleapis.com";
  const url = `${origin}/storage/v1/b/${bucketName()}/o/${encodeURIComponent(path)}?alt=media`;
  const response = await download(url, { authorization: `Bearer ${await adminAccessToken()}` }, timeoutMs);
  if (response.statusCode === 200) return response;
  response.destroy();
  if (response.statusCode === 404) return null;
  throw new Error(`Storage answered ${response.statusCode}.`);
}
