import { describe, expect, it } from "vitest";
import { isEscape, isSubmitKey, isUndoKey } from "./keys.ts";

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
