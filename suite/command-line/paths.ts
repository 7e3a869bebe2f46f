import { join, relative } from "node:path";

/** The folder of the checkout, which contains run.mjs. */
export const ROOT = join(import.meta.dirname, "..", "..");

/** The checkout's own data, outside version control. */
export const DATA = join(ROOT, ".data");

export const inRoot = (...parts: string[]): string => join(ROOT, ...parts);

/** A path for messages: relative to the checkout if it is inside. */
export function displayPath(path: string): string {
  const relativePath = relative(ROOT, path);
  return relativePath.startsWith("..") ? path : relativePath;
}

export const FIREBASE_CLI = inRoot("node_modules", "firebase-tools", "lib", "bin", "firebase.js");
