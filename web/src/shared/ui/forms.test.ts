import { expect, it } from "vitest";
import { remainingCharacters } from "./forms.ts";

it.each([
  [179, null],
  [180, "20 characters left"],
  [199, "1 character left"],
  [200, "0 characters left"],
  [201, "1 character too many"],
  [1500, "1,300 characters too many"],
])("the hint of a text field shows for %i of 200 characters: %j", (length, text) => {
  expect(remainingCharacters(length, 200)).toBe(text);
});
