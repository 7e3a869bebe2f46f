import fc from "fast-check";

/** Encodes a text for a URL. Lone surrogates, which cannot be encoded, are replaced. */
export function encodeText(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

/** Valid JSON that few fields accept. It is text, because JavaScript has no value for some of it, such as `1e999`. */
export const HOSTILE_JSON: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...["null", "true", "0", "-1", "1e999", "-1e999", "1e-999", "9007199254740993", "123456789012345678901234567890"],
    ...[
      "[]",
      "{}",
      '""',
      '" "',
      '"\\u200b"',
      '"\\ud800"',
      '"\\udfff\\ud800"',
      '"\\u0000"',
      '"\\u001b[31m"',
      '"\\u007f"',
    ],
    ...['"NaN"', '"Infinity"', '"__proto__"', '"constructor"', '"../../members/x"', '"a/b"', '"."', '"`"', '"$ne"'],
    ...['{"__proto__":{"isAdmin":true}}', '{"toString":1,"valueOf":1}', '{"then":"x"}', '["a","a"]', '{"$gt":""}'],
    ...['"javascript:alert(1)"', '"<script>alert(1)</script>"', '"mailto:mailto:mailto:"', '"\\u202eevil"', '"Аdmin"'],
  ),
  // One character more than a title, an address, an amendment and a long text may have, and far more.
  fc.constantFrom(201, 2_001, 4_001, 10_001, 100_000).map((length) => `"${"x".repeat(length)}"`),
  // Nesting that a recursive parser survives, and nesting that may overflow its stack.
  fc.constantFrom(10, 1_000, 20_000).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  fc.constantFrom(10, 1_000, 20_000).map((depth) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`),
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)),
);

/** Field names that few or no schemas have, or that every object inherits. */
export const HOSTILE_NAMES = fc.constantFrom(
  ...["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "isAdmin", "createdAt", "status"],
  ...["reporterId", "id", "", " ", "\u0000", "a.b", "a[b]", "\ud800", "$where"],
);

/** Values for a path or query; some are encoded correctly, some wrongly and some not at all. */
export const HOSTILE_WORDS = fc.oneof(
  fc.constantFrom(
    ...["%", "%zz", "%E0%A4%A", "%C0%AF", "%00", "%0d%0aX-A:%20b", "%2e%2e", "..%2f..%2fmembers", "%F0%9F%99%82"],
    ...["%ED%A0%80", "a".repeat(65), "a".repeat(5_000), "__proto__", "constructor", "__x__", ".", "a+b", "%20", "-1"],
    ...["0", "1e9", "NaN", "99999999999", "null", "undefined", "all", "%27%22%60", "(.*)*", "{}", "[]", "$", "~", "!"],
  ),
  fc.string({ unit: "grapheme", maxLength: 30 }).map(encodeText),
);

/** Request bodies that are not a JSON object, or that are too large. */
export const HOSTILE_BODIES: fc.Arbitrary<string | Buffer> = fc.oneof(
  fc.constantFrom(
    ...["", " ", "null", "3", '"text"', "[]", "[{}]", "{", "}", '{"a"', '{"a":', '{"a":1,}', "{'a':1}", "{}{}", "NaN"],
    ...[
      '{"title":"x"',
      "\ufeff{}",
      "a=1&b=2",
      "<xml/>",
      "--b\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n--b--",
    ],
    ...["[".repeat(50_000), "{".repeat(50_000), '"'.repeat(1_001), `{"a":"${"x".repeat(300_000)}"}`],
  ),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  // JSON whose field name is not valid UTF-8.
  fc.constant(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])),
);

const PRINTABLE_ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const HEADER_VALUE = fc.string({ unit: fc.constantFrom(...PRINTABLE_ASCII, "é", "ÿ"), maxLength: 60 });

/** Invalid headers, and some that try to override the method, the token or the address. */
export const HOSTILE_HEADERS: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc
    .oneof(
      fc.constantFrom("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "", "json"),
      fc.constantFrom(
        "application/json; charset=utf-16",
        "application/json;charset=nonsense",
        "application/jsonp",
        "*/*",
      ),
      fc.constantFrom(
        "application/cloudevents+json",
        "application/vnd.api+json",
        "APPLICATION/JSON",
        "application/json;",
      ),
      HEADER_VALUE,
    )
    .map((type) => ({ "content-type": type })),
  fc.constantFrom("gzip", "deflate", "br", "nonsense").map((coding) => ({ "content-encoding": coding })),
  fc
    .oneof(
      fc.constantFrom("", "Bearer", "Bearer ", "Bearer a b", "bearer x", "Basic YTpi", "Bearer null", "Bearer owner"),
      fc.constantFrom(
        "Bearer eyJhbGciOiJub25lIn0.e30.",
        "Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIuLi8ifQ.",
        "Bearer ...",
      ),
      fc.constant(`Bearer ${"a".repeat(8_000)}`),
      HEADER_VALUE,
    )
    .map((authorization) => ({ authorization })),
  HEADER_VALUE.map((tag) => ({ "if-none-match": tag })),
  HEADER_VALUE.map((coding) => ({ "accept-encoding": coding })),
  HEADER_VALUE.map((value) => ({ cookie: value, "x-forwarded-for": value, "x-firebase-appcheck": value })),
  fc.constantFrom("PUT", "DELETE", "nonsense").map((method) => ({ "x-http-method-override": method })),
);
