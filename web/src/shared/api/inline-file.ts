import { LIMITS, readDataUrlHeader } from "@logbook/domain";

/** The file in a data URL; `null` unless it is of this `type`, which may be attached, and base64 of at most 5 MB. */
export function readInlineFile(data: unknown, type: string): Blob | null {
  const header = readDataUrlHeader(data);
  if (header?.type !== type) return null;
  const base64 = (data as string).slice(header.length);
  // In base64, four characters encode three bytes.
  if (base64.length > Math.ceil(LIMITS.attachmentBytes / 3) * 4) return null;
  const binary = decodeBase64(base64);
  if (binary === "" || binary.length > LIMITS.attachmentBytes) return null;
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return new Blob([bytes], { type });
}

/** The bytes, each as one character; `""` if the text is not base64. */
function decodeBase64(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return "";
  }
}
