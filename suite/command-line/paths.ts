import { homedir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** What is installed once for a person and outlives a checkout. */
export const CACHE = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "logbook");

/** What a checkout keeps for itself, outside version control. */
export const DATA = join(ROOT, ".data");

/** A path inside the checkout. */
export const inRoot = (...parts: string[]): string => join(ROOT, ...parts);

/** A path as a person knows it: from the checkout, where it is inside. */
export function displayPath(path: string): string {
  const inside = relative(ROOT, path);
  return inside.startsWith("..") ? path : inside;
}

/** firebase-tools' command, to be run by node. */
export const FIREBASE = inRoot("node_modules", "firebase-tools", "lib", "bin", "firebase.js");
