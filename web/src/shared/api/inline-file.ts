import { LIMITS, readDataUrlHead } from "@logbook/domain";

/**
 * The file in an attachment's data URL. `null` unless it is base64, at most 5 MB, and of the type `type`, which must be
 * one that may be attached.
 */
export function readInlineFile(data: unknown, type: string): Blob | null {
  const head = readDataUrlHead(data);
  if (head?.type !== type) return null;
  const base64 = (data as string).slice(head.length);
  // Four characters encode three bytes.
  if (base64.length > Math.ceil(LIMITS.attachmentBytes / 3) * 4) return null;
  const binary = decodeBase64(base64);
  if (binary === "" || binary.length > LIMITS.attachmentBytes) return null;
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return new Blob([bytes], { type });
}

function decodeBase64(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return "";
  }
}
