import { homedir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout's folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The user's cache of installed tools, for all checkouts. */
export const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "logbook");

/** The checkout's own data, outside version control. */
export const DATA = join(ROOT, ".data");

export const inRoot = (...parts: string[]): string => join(ROOT, ...parts);

/** A path for messages: relative to the checkout if it is inside. */
export function displayPath(path: string): string {
  const relativePath = relative(ROOT, path);
  return relativePath.startsWith("..") ? path : relativePath;
}

export const FIREBASE_CLI = inRoot("node_modules", "firebase-tools", "lib", "bin", "firebase.js");
