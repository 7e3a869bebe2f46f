import { homedir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the checkout. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The user's cache of installed tools, for all checkouts. */
export const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "logbook");

/** The checkout's own data, outside version control. */
export const DATA = join(ROOT, ".data");

/** A path in the checkout. */
export const inRoot = (...parts: string[]): string => join(ROOT, ...parts);

/** A path for messages: relative to the checkout if it is inside. */
export function displayPath(path: string): string {
  const inside = relative(ROOT, path);
  return inside.startsWith("..") ? path : inside;
}

/** The program of firebase-tools. */
export const FIREBASE = inRoot("node_modules", "firebase-tools", "lib", "bin", "firebase.js");
