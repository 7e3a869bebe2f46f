/** How many leading bytes of a file are looked at. */
export const HEAD_BYTES = 4096;

type Check = (head: Uint8Array) => boolean;

const startsWith =
  (...bytes: readonly (number | null)[]): Check =>
  (head) =>
    head.length >= bytes.length && bytes.every((byte, at) => byte === null || head[at] === byte);

const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));

// Readers look for it in the first kilobyte: some programs write a few lines before it.
const isPdf: Check = (head) => Buffer.from(head.subarray(0, 1024)).includes("%PDF-");

// Logs come in any encoding, UTF-16 among them. Text has no form of its own, and is only ever sent as text to be stored.
const anything: Check = () => true;

const CHECKS: Readonly<Record<string, Check>> = {
  "image/jpeg": startsWith(0xff, 0xd8, 0xff),
  "image/png": startsWith(0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a),
  "image/gif": (head) => startsWith(...ascii("GIF87a"))(head) || startsWith(...ascii("GIF89a"))(head),
  "image/webp": startsWith(...ascii("RIFF"), null, null, null, null, ...ascii("WEBP")),
  "application/pdf": isPdf,
  "application/json": anything,
  "text/plain": anything,
};

/** Whether a file's first bytes (4 KB, or all of a shorter one) are those of its content type; never for a type not listed. */
export function fitsType(type: string, head: Uint8Array): boolean {
  return Object.hasOwn(CHECKS, type) && CHECKS[type]!(head);
}
