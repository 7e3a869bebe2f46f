/** The result of `read`, or `null` if it throws: the file or folder is gone, or belongs to another user. */
export function readOrNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}
