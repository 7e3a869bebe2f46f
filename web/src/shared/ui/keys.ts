type Keys = Pick<
  KeyboardEvent,
  "key" | "code" | "keyCode" | "isComposing" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey"
>;

/**
 * Whether the key belongs to an input method that is composing a text, as for Japanese: then Escape and Enter end the
 * composition and nothing else. Safari sends that key after the end of the composition, with the key code 229.
 */
export const isComposing = ({ isComposing, keyCode }: Pick<Keys, "isComposing" | "keyCode">): boolean =>
  isComposing || keyCode === 229;

/** Whether the key is Escape, and not that of an input method. */
export const isEscape = (event: Pick<Keys, "key" | "isComposing" | "keyCode">): boolean =>
  event.key === "Escape" && !isComposing(event);

/** Whether the keys are Ctrl+Enter or ⌘Enter. */
export const isSubmitKey = (event: Keys): boolean =>
  event.key === "Enter" && (event.ctrlKey || event.metaKey) && !isComposing(event);

/**
 * Whether the keys are Ctrl+Z or ⌘Z. The letter counts and not its place, which differs between Latin layouts; on a
 * layout without Latin letters, such as Cyrillic, the place of the English Z counts, as in other programs.
 */
export function isUndoKey(event: Keys): boolean {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = event;
  const isZ = /^[a-z]$/i.test(key) ? key.toLowerCase() === "z" : code === "KeyZ";
  return isZ && (ctrlKey || metaKey) && !shiftKey && !altKey && !isComposing(event);
}
