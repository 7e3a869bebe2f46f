import { describe, expect, it } from "vitest";
import { decodeXml } from "./decode-xml.ts";

const declaration = (encoding: string) => `<?xml version="1.0" encoding="${encoding}" standalone="no"?>`;
const ascii = (text: string) => Array.from(text, (char) => char.charCodeAt(0));

/** An SVG whose text has these bytes, after a declaration of this encoding. */
const svgBytes = (encoding: string, letters: readonly number[]) =>
  Uint8Array.from([...ascii(`${declaration(encoding)}\n<svg><text>`), ...letters, ...ascii("</text></svg>")]);

/** A text in UTF-16, as bytes. */
function utf16(text: string, isLittleEndian: boolean): Uint8Array {
  const bytes = new Uint8Array(2 * text.length);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < text.length; index += 1)
    view.setUint16(2 * index, text.charCodeAt(index), isLittleEndian);
  return bytes;
}

describe("an SVG", () => {
  it.each([
    ["ISO-8859-1", [0x47, 0x72, 0xfc, 0xdf, 0x65], "Grüße"],
    ["iso-8859-2", [0xa3, 0xf3, 0x64, 0xbc], "Łódź"],
    ["windows-1251", [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], "Привет"],
    ["KOI8-R", [0xf0, 0xd2, 0xc9], "При"],
    ["Shift_JIS", [0x93, 0xfa, 0x96, 0x7b], "日本"],
    ["EUC-KR", [0xc7, 0xd1], "한"],
    ["GB18030", [0xd6, 0xd0], "中"],
    ["UTF-8", [0xc3, 0xa9], "é"],
    ["utf-16", [0xc3, 0xa9], "é"],
    ["x-unheard-of", [0xc3, 0xa9], "é"],
  ])("in %s keeps its letters", (encoding, letters, text) => {
    expect(decodeXml(svgBytes(encoding, letters)).trim()).toBe(`<svg><text>${text}</text></svg>`);
  });

  it("in UTF-16 keeps its letters, with or without a byte order mark, whatever it declares", () => {
    for (const isLittleEndian of [true, false])
      for (const mark of ["\ufeff", ""])
        for (const encoding of ["UTF-16", "UTF-8"]) {
          const bytes = utf16(`${mark}${declaration(encoding)}<svg>日本</svg>`, isLittleEndian);
          expect(decodeXml(bytes)).toBe("<svg>日本</svg>");
        }
  });

  it("without a declaration is in UTF-8, also after a byte order mark", () => {
    for (const mark of ["", "\ufeff"])
      expect(decodeXml(new TextEncoder().encode(`${mark}<svg>é</svg>`))).toBe("<svg>é</svg>");
    expect(decodeXml(new TextEncoder().encode("<svg encoding='latin1'>é</svg>"))).toBe(
      "<svg encoding='latin1'>é</svg>",
    );
    expect(decodeXml(new Uint8Array())).toBe("");
  });
});
