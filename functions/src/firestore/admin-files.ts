import type { Readable } from "node:stream";
import { bucketName } from "../http/environment.ts";
import { download } from "../http/http-client.ts";
import { adminAccessToken } from "./admin.ts";

/**
 * Opens a file of the bucket as a stream, bypassing the security rules; `null` if the file does not exist. Uses REST,
 * because loading the Admin SDK's Storage client takes 100 ms. The stream fails if it has not ended after `timeoutMs`.
 */
export async function openFileAsAdmin(path: string, timeoutMs: number): Promise<Readable | null> {
  const emulatorHost = process.env.FIREBASE_STORAGE_EMULATOR_HOST;
  const origin = emulatorHost ? `http://${emulatorHost}` : "https://storage.googleapis.com";
  const url = `${origin}/storage/v1/b/${bucketName()}/o/${encodeURIComponent(path)}?alt=media`;
  const response = await download(url, { authorization: `Bearer ${await adminAccessToken()}` }, timeoutMs);
  if (response.statusCode === 200) return response;
  // Nobody reads this body; without this call the connection would stay open.
  response.destroy();
  if (response.statusCode === 404) return null;
  throw new Error(`Storage answered ${response.statusCode}.`);
}
