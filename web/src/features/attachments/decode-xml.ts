const BYTE_ORDER_MARKS: readonly (readonly [string, readonly number[]])[] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];
// `<?` in UTF-16 without a mark: the declaration cannot be read before the encoding is known.
const UTF_16_BEGINNINGS: readonly (readonly [string, readonly number[]])[] = [
  ["utf-16le", [0x3c, 0, 0x3f, 0]],
  ["utf-16be", [0, 0x3c, 0, 0x3f]],
];

const DECLARED_ENCODING = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/;
/** The declaration is at the beginning of the file, and short. */
const DECLARATION_BYTES = 1024;

/**
 * Decodes the bytes of an XML document, such as an SVG, by its byte order mark or the encoding that its declaration
 * names, otherwise as UTF-8 (XML 1.0, appendix F). The declaration of the result no longer names an encoding.
 */
export function decodeXml(bytes: Uint8Array): string {
  const text = decoderFor(bytes).decode(bytes);
  return text.replace(/^\s*<\?xml\s[^>]*?\?>/, "");
}

function decoderFor(bytes: Uint8Array): TextDecoder {
  const [unicode] =
    [...BYTE_ORDER_MARKS, ...UTF_16_BEGINNINGS].find(([, beginning]) =>
      beginning.every((byte, index) => bytes[index] === byte),
    ) ?? [];
  if (unicode !== undefined) return new TextDecoder(unicode);
  // In the other encodings the letters of the declaration have the bytes of ASCII.
  const beginning = new TextDecoder("latin1").decode(bytes.subarray(0, DECLARATION_BYTES));
  const declared = DECLARED_ENCODING.exec(beginning)?.[1] ?? "utf-8";
  try {
    const decoder = new TextDecoder(declared);
    // A file that declares UTF-16 but whose declaration could be read is not in UTF-16.
    return decoder.encoding.startsWith("utf-16") ? new TextDecoder() : decoder;
  } catch {
    // The browser does not know the encoding.
    return new TextDecoder();
  }
}
