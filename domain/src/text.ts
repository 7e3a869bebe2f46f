/** Whether a text has no visible character. */
export function isBlank(text: string): boolean {
  // U+2800 is the empty braille pattern, U+1D159 an invisible note. The Hangul fillers are `Default_Ignorable`.
  return !/[^\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const CONTROL_CHARACTER = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

const LONE_SURROGATE = /\p{Surrogate}/u;
const ALL_LONE_SURROGATES = new RegExp(LONE_SURROGATE, "gu");

/** Whether a text may be stored: no control characters except tab and line breaks, no lone surrogates. */
export function isPlainText(text: string): boolean {
  return !CONTROL_CHARACTER.test(text) && !LONE_SURROGATE.test(text);
}

// Escape sequences, with which programs set a terminal's colours or move its cursor.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
const ESCAPE_SEQUENCE = /\u001b\[[0-?]*[ -/]*[@-~]/g;
const ALL_CONTROL_CHARACTERS = new RegExp(CONTROL_CHARACTER, "g");

/** Makes a text pass `isPlainText`: removes escape sequences and control characters, replaces lone surrogates. */
export function toPlainText(text: string): string {
  const withoutControls = text.replace(ESCAPE_SEQUENCE, "").replace(ALL_CONTROL_CHARACTERS, "");
  return withoutControls.replace(ALL_LONE_SURROGATES, "\ufffd");
}

/** A whole number with English separators: `1,234`. `Intl` would need 80 ms at its first use on a slow machine. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
