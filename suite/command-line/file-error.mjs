// Plain JavaScript, because run.mjs uses it before Node 24 is there.

const REASONS = {
  EEXIST: "there is something of that name already",
  "mkdir EEXIST": "it is a file, where a folder is needed",
  ENOTDIR: "what stands in its path for a folder is a file",
  EISDIR: "it is a folder",
  ENOENT: "it is not there",
  // Also where the file system can only be read: Node says no more.
  "mkdir ENOENT": "no folder can be made there",
  EROFS: "it is on a file system that can only be read",
  EACCES: "you may not read or write there",
  EPERM: "it may not be changed",
  ENOSPC: "the disk is full",
};

/** A sentence for what a file system refused, which is nobody's bug; `null` for any other error. */
export function fileErrorMessage(error) {
  const { syscall, code, path } = error ?? {};
  if (typeof syscall !== "string" || !Object.hasOwn(REASONS, code)) return null;
  // Where a write fails, Node does not say to which file.
  if (path === undefined && code !== "ENOSPC") return null;
  const reason = REASONS[`${syscall} ${code}`] ?? REASONS[code];
  return `${path ?? "A file"} cannot be used: ${reason}. Please put that right, or name another place, and run the command again.`;
}
