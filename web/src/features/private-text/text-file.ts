/** The text of a file and how to write it again. The text keeps its byte order mark. */
export interface TextFile {
  text: string;
  encoding: "utf-8" | "utf-16le" | "utf-16be";
}

const UTF_16_MARKS: readonly (readonly [TextFile["encoding"], number, number])[] = [
  ["utf-16le", 0xff, 0xfe],
  ["utf-16be", 0xfe, 0xff],
];

/** Decodes UTF-8, or UTF-16 with a byte order mark; `null` for any other encoding, which could not be written again. */
export function decodeText(bytes: Uint8Array): TextFile | null {
  const [encoding = "utf-8" as const] =
    UTF_16_MARKS.find(([, first, second]) => bytes[0] === first && bytes[1] === second) ?? [];
  try {
    const text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
    // UTF-16 without its mark is valid UTF-8 that is full of NUL characters.
    return text.includes("\0") ? null : { text, encoding };
  } catch {
    return null;
  }
}

/** The bytes of a text in the encoding of its file. */
export function encodeText({ text, encoding }: TextFile): Uint8Array<ArrayBuffer> {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(index * 2, text.charCodeAt(index), encoding === "utf-16le");
  return new Uint8Array(view.buffer);
}
