import { createHash } from "node:crypto";

/** The content of a suite's stores, in a form that can be compared between two suites. */
export interface StoredData {
  documents: Record<string, unknown>;
  accounts: Record<string, unknown>;
  files: Record<string, unknown>;
}

// The emulators treat the token `owner` as an administrator's token.
const OWNER_HEADERS = { authorization: "Bearer owner" };

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
    let pageToken = "";
    do {
      const page = await fetchJson<{ documents?: { name: string; fields?: object }[]; nextPageToken?: string }>(
        `${base}/${collection}?pageSize=300&pageToken=${encodeURIComponent(pageToken)}`,
      );
      for (const { name, fields } of page.documents ?? []) documents[name.slice(root.length + 1)] = fields;
      pageToken = page.nextPageToken ?? "";
    } while (pageToken !== "");
  }
  return documents;
}

/** Fields that the emulator generates anew when an account is imported. */
const GENERATED_FIELDS = ["validSince", "passwordUpdatedAt", "lastRefreshAt", "customAuth", "providerUserInfo"];

async function readAccounts(env: Record<string, string>): Promise<StoredData["accounts"]> {
  const base = `http://${env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/projects`;
  const { users = [] } = await fetchJson<{ users?: Record<string, unknown>[] }>(
    `${base}/${env.GCLOUD_PROJECT}/accounts:batchGet?maxResults=1000`,
  );
  const accounts: StoredData["accounts"] = {};
  for (const user of users) {
    const comparedFields = Object.entries(user).filter(([name]) => !GENERATED_FIELDS.includes(name));
    // The emulator may leave out `disabled` for an account that is not disabled.
    accounts[String(user.localId)] = { disabled: false, ...Object.fromEntries(comparedFields) };
  }
  return accounts;
}

interface StoredFile {
  name: string;
  contentType: string;
  cacheControl?: string;
  metadata?: Record<string, string>;
}

/** The download tokens of a suite's files. A token allows anyone to read its file. */
export async function readDownloadTokens(env: Record<string, string>): Promise<string[]> {
  return (await listFiles(env)).flatMap(({ metadata }) => metadata?.firebaseStorageDownloadTokens ?? []);
}

async function listFiles(env: Record<string, string>): Promise<StoredFile[]> {
  return (await fetchJson<{ items?: StoredFile[] }>(bucketUrl(env))).items ?? [];
}

function bucketUrl(env: Record<string, string>): string {
  return `http://${env.FIREBASE_STORAGE_EMULATOR_HOST}/storage/v1/b/${env.GCLOUD_PROJECT}.appspot.com/o`;
}

async function readFiles(env: Record<string, string>): Promise<StoredData["files"]> {
  const files: StoredData["files"] = {};
  for (const { name, contentType, cacheControl, metadata } of await listFiles(env)) {
    const response = await fetch(`${bucketUrl(env)}/${encodeURIComponent(name)}?alt=media`, { headers: OWNER_HEADERS });
    const { firebaseStorageDownloadTokens: _, ...customMetadata } = metadata ?? {};
    files[name] = { contentType, cacheControl, customMetadata, sha256: sha256(await response.arrayBuffer()) };
  }
  return files;
}

function sha256(bytes: ArrayBuffer): string {
  return createHash("sha256").update(new Uint8Array(bytes)).digest("hex");
}

async function fetchJson<T>(url: string, init: RequestInit = {}): Promise<T> {
  const response = await fetch(url, { ...init, headers: { ...OWNER_HEADERS, "content-type": "application/json" } });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
