import { deleteApp, initializeApp } from "firebase-admin/app";
import { getStorage, type Storage } from "firebase-admin/storage";
import { CommandError } from "../../suite/command-line/command.ts";
import { authorizer, credentialOf } from "../google/credential.ts";
import { type Authorize, type Rest, restService } from "../google/rest.ts";

/** A project whose data is read or written whole, around the rules: a local suite's or a real one. */
export interface Project {
  id: string;
  /** The emulator keeps passwords in a way of its own. */
  passwords: "emulator" | "real";
  /** What the names of its documents begin with. */
  root: string;
  firestore: Rest;
  auth: Rest;
  bucket: ReturnType<Storage["bucket"]>;
  close(): Promise<void>;
}

/** The data of a running local suite. */
export function openSuite(id: string, hosts: Record<string, string>): Project {
  // The Admin SDK finds emulators by the environment alone: no other ones may be left there.
  for (const name of Object.keys(process.env)) if (/_EMULATOR_HOST$/.test(name)) delete process.env[name];
  Object.assign(process.env, hosts, { METADATA_SERVER_DETECTION: "none" });
  const app = initializeApp({ projectId: id }, `backup-${id}`);
  const owner: Authorize = async () => ({ authorization: "Bearer owner" });
  return {
    id,
    passwords: "emulator",
    root: rootOf(id),
    firestore: restService("Firestore", `http://${hosts.FIRESTORE_EMULATOR_HOST}/v1`, owner),
    auth: restService("Auth", `http://${hosts.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com`, owner),
    bucket: getStorage(app).bucket(`${id}.appspot.com`),
    close: () => deleteApp(app),
  };
}

/** A real project, by application default credentials. Throws a `CommandError` when they or its bucket cannot be had. */
export async function openReal(id: string, bucketName: string | undefined): Promise<Project> {
  const credential = credentialOf(id);
  const authorize = authorizer(id, credential);
  await authorize();
  const app = initializeApp({ projectId: id, credential }, `backup-${id}`);
  return {
    id,
    passwords: "real",
    root: rootOf(id),
    firestore: restService("Firestore", "https://firestore.googleapis.com/v1", authorize),
    auth: restService("Auth", "https://identitytoolkit.googleapis.com", authorize),
    bucket: await findBucket(getStorage(app), id, bucketName),
    close: () => deleteApp(app),
  };
}

/** The bucket named, or the one of the two that Firebase makes by default. */
async function findBucket(storage: Storage, id: string, name: string | undefined): Promise<Project["bucket"]> {
  const names = name === undefined ? [`${id}.firebasestorage.app`, `${id}.appspot.com`] : [name];
  for (const candidate of names) {
    const bucket = storage.bucket(candidate);
    if ((await bucket.exists())[0]) return bucket;
  }
  throw new CommandError(`There is no bucket ${names.join(" or ")} in ${id}. Name it with --bucket NAME.`);
}

function rootOf(id: string): string {
  return `projects/${id}/databases/(default)/documents`;
}
