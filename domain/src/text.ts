/**
 * Whether nothing would be seen of a text: only white space, separators, control or format characters, what Unicode has
 * drawn as nothing (as the Hangul fillers), the empty braille pattern, and the null notehead.
 */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

const LONE_SURROGATE = /\p{Surrogate}/u;
const EVERY_LONE_SURROGATE = new RegExp(LONE_SURROGATE, "gu");

/** Whether a text can be stored as it is: no control characters but tab and line breaks, no lone surrogates. */
export function isPlainText(text: string): boolean {
  return !CONTROL.test(text) && !LONE_SURROGATE.test(text);
}

// What terminals take for a colour or a move of the cursor.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const TERMINAL_CODE = /\u001b\[[0-?]*[ -/]*[@-~]/g;
const EVERY_CONTROL = new RegExp(CONTROL, "g");

/** A text as it can be stored, `isPlainText`: without codes of a terminal or other control characters, halves of letters replaced. */
export function toPlainText(text: string): string {
  return text.replace(TERMINAL_CODE, "").replace(EVERY_CONTROL, "").replace(EVERY_LONE_SURROGATE, "\ufffd");
}

/** A whole number for people, as English writes it: `1,234`. Not by `Intl`, whose first use takes a slow machine 80 ms. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
