/** The number of leading bytes of a file that are checked. */
export const HEAD_BYTES = 4096;

type Check = (head: Uint8Array) => boolean;

/** Creates the check for a signature, in which `null` stands for any byte. */
const signatureCheck =
  (...bytes: readonly (number | null)[]): Check =>
  (head) =>
    head.length >= bytes.length && bytes.every((byte, index) => byte === null || head[index] === byte);

const asciiBytes = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));

// Some programs write a few lines before the marker, so PDF readers accept it anywhere in the first kilobyte.
const isPdf: Check = (head) => Buffer.from(head.subarray(0, 1024)).includes("%PDF-");

// Text files have no signature and may use any encoding, such as UTF-16. They are safe without a check, because
// read-attachment.ts makes browsers download them.
const acceptAnything: Check = () => true;

const CHECKS: Readonly<Record<string, Check>> = {
  "image/jpeg": signatureCheck(0xff, 0xd8, 0xff),
  "image/png": signatureCheck(0x89, ...asciiBytes("PNG\r\n"), 0x1a, 0x0a),
  "image/gif": (head) => signatureCheck(...asciiBytes("GIF87a"))(head) || signatureCheck(...asciiBytes("GIF89a"))(head),
  "image/webp": signatureCheck(...asciiBytes("RIFF"), null, null, null, null, ...asciiBytes("WEBP")),
  "application/pdf": isPdf,
  "application/json": acceptAnything,
  "text/plain": acceptAnything,
};

/** Whether the first `HEAD_BYTES` of a file match its content type; `false` for a type that may not be attached. */
export function fitsType(type: string, head: Uint8Array): boolean {
  return Object.hasOwn(CHECKS, type) && CHECKS[type]!(head);
}
