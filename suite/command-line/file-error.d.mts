/** A sentence for what a file system refused, which is nobody's bug; `null` for any other error. */
export function fileErrorMessage(error: unknown): string | null;
