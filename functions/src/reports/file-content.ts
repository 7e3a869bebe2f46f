/** The number of leading bytes of a file that are checked. */
export const HEAD_BYTES = 4096;

type Check = (head: Uint8Array) => boolean;

const startsWith =
  (...bytes: readonly (number | null)[]): Check =>
  (head) =>
    head.length >= bytes.length && bytes.every((byte, index) => byte === null || head[index] === byte);

const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));

// PDF readers accept the marker anywhere in the first kilobyte, because some programs write a few lines before it.
const isPdf: Check = (head) => Buffer.from(head.subarray(0, 1024)).includes("%PDF-");

// Text files have no signature and may use any encoding: logs are often UTF-16. Browsers download them and never show
// them, so they are safe unchecked.
const acceptAnything: Check = () => true;

const CHECKS: Readonly<Record<string, Check>> = {
  "image/jpeg": startsWith(0xff, 0xd8, 0xff),
  "image/png": startsWith(0x89, ...ascii("PNG\r\n"), 0x1a, 0x0a),
  "image/gif": (head) => startsWith(...ascii("GIF87a"))(head) || startsWith(...ascii("GIF89a"))(head),
  "image/webp": startsWith(...ascii("RIFF"), null, null, null, null, ...ascii("WEBP")),
  "application/pdf": isPdf,
  "application/json": acceptAnything,
  "text/plain": acceptAnything,
};

/** Whether the first `HEAD_BYTES` of a file match its content type; `false` for a type that may not be attached. */
export function fitsType(type: string, head: Uint8Array): boolean {
  return Object.hasOwn(CHECKS, type) && CHECKS[type]!(head);
}
