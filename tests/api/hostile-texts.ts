/** Spaces, zero-width characters, fillers of Hangul, an empty braille pattern and others that show nothing. */
export const INVISIBLE_TEXTS = [
  " ",
  "\u00a0\u200b",
  "\u3164",
  "\u2800",
  "\u115f",
  "\u1160",
  "\uffa0",
  "\u{1d159}",
  "\u034f\ufe0f",
  " \u3164 \u2800 ",
];

/** Halves of characters that take two UTF-16 units. The third text has two halves in the wrong order. */
export const UNPAIRED_SURROGATES = ["\ud800", "\udfff", "\ude00\ud83d"];
