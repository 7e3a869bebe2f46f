/** A sentence for an error of the file system; `null` for any other error. */
export function fileErrorMessage(error: unknown): string | null;
