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

/** The places of keys on an English keyboard, for layouts that have letters there, such as Cyrillic. */
const ENGLISH_KEYS: Readonly<Record<string, string>> = { BracketLeft: "[", BracketRight: "]", Period: ".", Slash: "/" };

/**
 * What a key means as a shortcut by itself: the character that it types, a capital letter with Shift, or `Enter`.
 * `null` for other keys, with Ctrl, Alt or ⌘, and while an input method composes. AltGr counts as part of the character:
 * a German keyboard types `]` with it.
 */
export function shortcutKey(event: Keys & Pick<KeyboardEvent, "getModifierState">): string | null {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  const isAltGr = event.getModifierState("AltGraph");
  if (metaKey || ((ctrlKey || altKey) && !isAltGr) || isComposing(event)) return null;
  if (key === "Enter") return shiftKey ? null : key;
  if ([...key].length !== 1 || key === " ") return null;
  const isLatin = key <= "~";
  const character = isLatin ? key : (/^Key([A-Z])$/.exec(code)?.[1] ?? ENGLISH_KEYS[code] ?? key);
  // Caps lock is no Shift.
  return shiftKey ? character.toUpperCase() : character.toLowerCase();
}

/** Whether the target of an event, or the element with the focus, is a control in which the user types a text. */
export const isTextControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.matches('textarea, [contenteditable], input:not([type="checkbox"], [type="radio"], [type="button"])');

export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
