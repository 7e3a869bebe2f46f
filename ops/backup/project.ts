import { deleteApp } from "firebase-admin/app";
import { getStorage, type Storage } from "firebase-admin/storage";
import { CommandError } from "../../suite/command-line/command.ts";
import { parsePort } from "../../suite/launcher/ports.ts";
import { requireRunningSuite } from "../../suite/launcher/running-suites.ts";
import { createAuthorizer, openApp } from "../google/credential.ts";
import { type Authorize, openService, type RestService } from "../google/rest.ts";

/** A Firebase project or a local suite. Its data is read and written without the security rules. */
export interface Project {
  id: string;
  /** The emulator's hashes of passwords differ from those of a real project. */
  passwordHashing: "emulator" | "real";
  /** The names of all its documents begin with this path. */
  root: string;
  firestore: RestService;
  auth: RestService;
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
  if (options.project !== undefined) return await openRealProject(options.project, options.bucket);
  // With `hasProjectOption`, the error message for a missing suite advises --project.
  const { projectId, env } = await requireRunningSuite(parsePort(options.port), { hasProjectOption: true });
  return openSuiteProject(projectId, env);
}

function openSuiteProject(id: string, hosts: Record<string, string>): Project {
  const app = openApp(id, hosts);
  // The emulators accept this token and skip the security rules.
  const authorize: Authorize = async () => ({ authorization: "Bearer owner" });
  return {
    id,
    passwordHashing: "emulator",
    root: rootOf(id),
    firestore: openService("Firestore", `http://${hosts.FIRESTORE_EMULATOR_HOST}/v1`, authorize),
    auth: openService("Auth", `http://${hosts.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com`, authorize),
    bucket: getStorage(app).bucket(`${id}.appspot.com`),
    close: () => deleteApp(app),
  };
}

async function openRealProject(id: string, bucketName: string | undefined): Promise<Project> {
  const app = openApp(id);
  const authorize = createAuthorizer(id, app.options.credential!);
  // Throws at once if there are no credentials.
  await authorize();
  return {
    id,
    passwordHashing: "real",
    root: rootOf(id),
    firestore: openService("Firestore", "https://firestore.googleapis.com/v1", authorize),
    auth: openService("Auth", "https://identitytoolkit.googleapis.com", authorize),
    bucket: await findBucket(getStorage(app), id, bucketName),
    close: () => deleteApp(app),
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

function rootOf(id: string): string {
  return `projects/${id}/databases/(default)/documents`;
}
