import { createHash } from "node:crypto";

/** The content of a suite's stores, in a form that can be compared between two suites. */
export interface StoredData {
  documents: Record<string, unknown>;
  accounts: Record<string, unknown>;
  files: Record<string, unknown>;
}

const OWNER = { authorization: "Bearer owner" };

export async function readStores(env: Record<string, string>): Promise<StoredData> {
  return { documents: await readDocuments(env), accounts: await readAccounts(env), files: await readFiles(env) };
}

async function readDocuments(env: Record<string, string>): Promise<StoredData["documents"]> {
  const root = `projects/${env.GCLOUD_PROJECT}/databases/(default)/documents`;
  const base = `http://${env.FIRESTORE_EMULATOR_HOST}/v1/${root}`;
  const { collectionIds = [] } = await fetchJson<{ collectionIds?: string[] }>(`${base}:listCollectionIds`, {
    method: "POST",
  });
  const documents: StoredData["documents"] = {};
  for (const collection of collectionIds) {
    let token = "";
    do {
      const page = await fetchJson<{ documents?: { name: string; fields?: object }[]; nextPageToken?: string }>(
        `${base}/${collection}?pageSize=300&pageToken=${encodeURIComponent(token)}`,
      );
      for (const { name, fields } of page.documents ?? []) documents[name.slice(root.length + 1)] = fields;
      token = page.nextPageToken ?? "";
    } while (token !== "");
  }
  return documents;
}

/** Fields that the emulator generates anew when an account is imported. */
const GENERATED = ["validSince", "passwordUpdatedAt", "lastRefreshAt", "customAuth", "providerUserInfo"];

async function readAccounts(env: Record<string, string>): Promise<StoredData["accounts"]> {
  const base = `http://${env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/projects`;
  const { users = [] } = await fetchJson<{ users?: Record<string, unknown>[] }>(
    `${base}/${env.GCLOUD_PROJECT}/accounts:batchGet?maxResults=1000`,
  );
  return Object.fromEntries(
    users.map((user) => [
      String(user.localId),
      { disabled: false, ...Object.fromEntries(Object.entries(user).filter(([name]) => !GENERATED.includes(name))) },
    ]),
  );
}

interface StoredFile {
  name: string;
  contentType: string;
  cacheControl?: string;
  metadata?: Record<string, string>;
}

/** The download tokens of a suite's files; a token allows anyone to read its file. */
export async function readDownloadTokens(env: Record<string, string>): Promise<string[]> {
  return (await listFiles(env)).flatMap(({ metadata }) => metadata?.firebaseStorageDownloadTokens ?? []);
}

async function listFiles(env: Record<string, string>): Promise<StoredFile[]> {
  return (await fetchJson<{ items?: StoredFile[] }>(bucketAddress(env))).items ?? [];
}

function bucketAddress(env: Record<string, string>): string {
  return `http://${env.FIREBASE_STORAGE_EMULATOR_HOST}/storage/v1/b/${env.GCLOUD_PROJECT}.appspot.com/o`;
}

async function readFiles(env: Record<string, string>): Promise<StoredData["files"]> {
  const files: StoredData["files"] = {};
  for (const { name, contentType, cacheControl, metadata } of await listFiles(env)) {
    const response = await fetch(`${bucketAddress(env)}/${encodeURIComponent(name)}?alt=media`, { headers: OWNER });
    const { firebaseStorageDownloadTokens: _, ...custom } = metadata ?? {};
    files[name] = { contentType, cacheControl, custom, sha256: sha256(await response.arrayBuffer()) };
  }
  return files;
}

function sha256(bytes: ArrayBuffer): string {
  return createHash("sha256").update(new Uint8Array(bytes)).digest("hex");
}

async function fetchJson<T>(address: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(address, { ...init, headers: { ...OWNER, "content-type": "application/json" } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
