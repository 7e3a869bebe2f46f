import { describe, expect, it } from "vitest";
import { isEscape, isSubmitKey, isUndoKey, shortcutKey } from "./keys.ts";

const NO_KEY = {
  key: "",
  code: "",
  keyCode: 0,
  isComposing: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
};

describe("Ctrl+Z", () => {
  it.each([
    ["a QWERTY layout", "z", "KeyZ", true],
    ["a QWERTY layout with caps lock", "Z", "KeyZ", true],
    ["a QWERTZ layout, where Z is in the place of Y", "z", "KeyY", true],
    ["the key Y of a QWERTZ layout, in the place of Z", "y", "KeyZ", false],
    ["an AZERTY layout, where Z is in the place of W", "z", "KeyW", true],
    ["the key W of an AZERTY layout, in the place of Z", "w", "KeyZ", false],
    ["a Cyrillic layout", "я", "KeyZ", true],
    ["another key of a Cyrillic layout", "н", "KeyY", false],
    ["a Greek layout", "ζ", "KeyZ", true],
    ["an Arabic layout", "ئ", "KeyZ", true],
  ])("%s: key %s in the place %s", (_, key, code, expected) => {
    expect(isUndoKey({ ...NO_KEY, key, code, ctrlKey: true })).toBe(expected);
    expect(isUndoKey({ ...NO_KEY, key, code, metaKey: true })).toBe(expected);
  });

  it.each([
    ["Z without Ctrl", {}],
    ["Ctrl+Shift+Z, which redoes", { ctrlKey: true, shiftKey: true }],
    ["AltGr+Z, which types a letter", { ctrlKey: true, altKey: true }],
    ["an input method's key", { ctrlKey: true, isComposing: true }],
  ])("is not %s", (_, modifiers) => {
    expect(isUndoKey({ ...NO_KEY, key: "z", code: "KeyZ", ...modifiers })).toBe(false);
  });
});

describe("a key of an input method that is composing a text", () => {
  it.each([{ isComposing: true }, { keyCode: 229 }])("is neither Escape nor Ctrl+Enter (%o)", (composition) => {
    expect(isEscape({ ...NO_KEY, key: "Escape" })).toBe(true);
    expect(isEscape({ ...NO_KEY, key: "Escape", ...composition })).toBe(false);
    expect(isSubmitKey({ ...NO_KEY, key: "Enter", ctrlKey: true })).toBe(true);
    expect(isSubmitKey({ ...NO_KEY, key: "Enter", ctrlKey: true, ...composition })).toBe(false);
  });
});

describe("a key as a shortcut", () => {
  const keyOf = (keys: object, isAltGr = false) =>
    shortcutKey({ ...NO_KEY, ...keys, getModifierState: (name: string) => isAltGr && name === "AltGraph" });

  it.each([
    ["a letter", { key: "j", code: "KeyJ" }, "j"],
    ["a letter with caps lock", { key: "J", code: "KeyJ" }, "j"],
    ["a letter with Shift", { key: "X", code: "KeyX", shiftKey: true }, "X"],
    ["a letter with caps lock and Shift", { key: "x", code: "KeyX", shiftKey: true }, "X"],
    ["/ of a German layout", { key: "/", code: "Digit7", shiftKey: true }, "/"],
    ["the place of J on a Cyrillic layout", { key: "о", code: "KeyJ" }, "j"],
    ["the place of ] on a Cyrillic layout", { key: "ъ", code: "BracketRight" }, "]"],
    ["Enter", { key: "Enter", code: "Enter" }, "Enter"],
  ])("%s", (_, keys, expected) => expect(keyOf(keys)).toBe(expected));

  it("may be typed with AltGr, which Windows reports as Ctrl and Alt", () => {
    const keys = { key: "]", code: "Digit9", ctrlKey: true, altKey: true };
    expect([keyOf(keys, true), keyOf(keys)]).toEqual(["]", null]);
  });

  it.each([
    ["with Ctrl", { key: "j", ctrlKey: true }],
    ["with Alt", { key: "j", altKey: true }],
    ["with ⌘", { key: "j", metaKey: true }],
    ["of an input method", { key: "j", isComposing: true }],
    ["without a character", { key: "ArrowDown" }],
    ["Space", { key: " " }],
    ["Shift+Enter", { key: "Enter", shiftKey: true }],
  ])("is none: a key %s", (_, keys) => expect(keyOf(keys)).toBeNull());
});
