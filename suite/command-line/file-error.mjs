// Plain JavaScript, because run.mjs uses it before Node 24 is installed.

// The reasons by error code. A key with a system call, such as `mkdir EEXIST`, is tried before the code alone.
const REASONS = {
  EEXIST: "a file or folder of that name exists already",
  "mkdir EEXIST": "it is a file, where a folder is needed",
  ENOTDIR: "a part of its path is a file, where a folder is needed",
  EISDIR: "it is a folder",
  ENOENT: "it does not exist",
  // Node reports ENOENT on a read-only file system, too.
  "mkdir ENOENT": "no folder can be made there",
  EROFS: "its file system is read-only",
  EACCES: "you may not read or write there",
  EPERM: "it may not be changed",
  ENOSPC: "the disk is full",
};

/** A sentence for an error of the file system; `null` for any other error, which is a bug. */
export function fileErrorMessage(/** @type {any} */ error) {
  const { syscall, code, path } = error ?? {};
  if (typeof syscall !== "string" || !Object.hasOwn(REASONS, code)) return null;
  // Node names no file when a write fails. Only a full disk can be explained without the name.
  if (path === undefined && code !== "ENOSPC") return null;
  const reason = REASONS[`${syscall} ${code}`] ?? REASONS[code];
  return `${path ?? "A file"} cannot be used: ${reason}. Please correct this, or name another place, and run the command again.`;
}
