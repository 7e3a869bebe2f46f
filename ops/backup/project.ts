import { deleteApp } from "firebase-admin/app";
import { getStorage, type Storage } from "firebase-admin/storage";
import { CommandError } from "../../suite/command-line/command.ts";
import { openTarget } from "../google/credential.ts";
import { openService, type RestCall } from "../google/rest.ts";

/** A Firebase project or a local suite. Its data is read and written without the security rules. */
export interface Project {
  id: string;
  /** The emulator's hashes of passwords differ from those of a real project. */
  passwordHashing: "emulator" | "real";
  /** The names of all its documents begin with this path. */
  root: string;
  callFirestore: RestCall;
  callAuth: RestCall;
  bucket: ReturnType<Storage["bucket"]>;
  close(): Promise<void>;
}

export const PROJECT_OPTIONS = {
  port: { type: "string" },
  project: { type: "string" },
  bucket: { type: "string" },
} as const;

/** Opens the project that a command's options name: a running suite or a real one. */
export async function openProject(options: { port?: string; project?: string; bucket?: string }): Promise<Project> {
  const { id, app, authorize, emulatorHosts } = await openTarget(options);
  const common = { id, root: `projects/${id}/databases/(default)/documents`, close: () => deleteApp(app) };
  if (emulatorHosts === null)
    return {
      ...common,
      passwordHashing: "real",
      callFirestore: openService("Firestore", "https://firestore.googleapis.com/v1", authorize),
      callAuth: openService("Auth", "https://identitytoolkit.googleapis.com", authorize),
      bucket: await findBucket(getStorage(app), id, options.bucket),
    };
  const { FIRESTORE_EMULATOR_HOST, FIREBASE_AUTH_EMULATOR_HOST } = emulatorHosts;
  return {
    ...common,
    passwordHashing: "emulator",
    callFirestore: openService("Firestore", `http://${FIRESTORE_EMULATOR_HOST}/v1`, authorize),
    callAuth: openService("Auth", `http://${FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com`, authorize),
    bucket: getStorage(app).bucket(`${id}.appspot.com`),
  };
}

/** The named bucket, or the one that Firebase created under one of its two default names. */
async function findBucket(storage: Storage, id: string, name: string | undefined): Promise<Project["bucket"]> {
  const names = name === undefined ? [`${id}.firebasestorage.app`, `${id}.appspot.com`] : [name];
  for (const candidate of names) {
    const bucket = storage.bucket(candidate);
    const [exists] = await bucket.exists();
    if (exists) return bucket;
  }
  throw new CommandError(`There is no bucket ${names.join(" or ")} in ${id}. Name it with --bucket NAME.`);
}
