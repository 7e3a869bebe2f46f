/** A sentence for what a file system refused, which is nobody's bug; `null` for any other error. */
export function fileTrouble(error: unknown): string | null;
