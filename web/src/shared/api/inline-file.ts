import { LIMITS, readDataUrlHead } from "@logbook/domain";

/** The file in an attachment's data URL, of the type that both name; `null` for anything but base64 of a listed type, 5 MB at most. */
export function readInlineFile(data: unknown, type: string): Blob | null {
  const head = readDataUrlHead(data);
  if (head?.type !== type) return null;
  const base64 = (data as string).slice(head.length);
  // Four letters hold three bytes.
  if (base64.length > Math.ceil(LIMITS.attachmentBytes / 3) * 4) return null;
  const letters = decoded(base64);
  if (letters === "" || letters.length > LIMITS.attachmentBytes) return null;
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
  return new Blob([bytes], { type });
}

function decoded(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return "";
  }
}
