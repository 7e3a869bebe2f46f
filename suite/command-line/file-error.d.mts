export function fileErrorMessage(error: unknown): string | null;
