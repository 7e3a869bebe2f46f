import { LIMITS, readDataUrlHead } from "@logbook/domain";

/**
 * The file in an attachment's data URL. `null` unless the file is base64, at most 5 MB and of this `type`, and files of
 * this type may be attached.
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
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return new Blob([bytes], { type });
}

function decodeBase64(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return "";
  }
}
