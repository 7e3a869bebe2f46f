// A namespace import: a named import of `z` would add all languages of zod, 600 KB, to the functions' bundle.
import * as z from "zod";
import { isId } from "./attachment.ts";
import { formatCount, isBlank, isPlainText } from "./text.ts";

// The parts of which schemas.ts and query-schemas.ts are made. `label` is the name of the value in error messages.

// The page's security policy forbids `eval`. Without this setting zod would try `eval`, and browsers would report that.
z.config({ jitless: true });

export const requiredMessage = (label: string): string => `${label} is required. Please fill it in.`;

const stringSchema = (label: string) =>
  z.string({ error: (issue) => (issue.input === undefined ? requiredMessage(label) : `${label} must be text.`) });

/** A text without the white space around it, which is not stored and does not count towards the length. */
export const trimmedSchema = (label: string) => stringSchema(label).transform((value) => value.trim());

export const textSchema = (label: string, maxLength: number) =>
  stringSchema(label)
    // Not `max()`, which counts code points: the security rules count UTF-16 units.
    .refine(({ length }) => length <= maxLength, {
      error: `${label} may have at most ${formatCount(maxLength)} characters. Please shorten it.`,
    })
    .refine(isPlainText, { error: `${label} holds control characters or broken text. Please remove them.` });

export const requiredTextSchema = (label: string, maxLength: number) =>
  trimmedSchema(label)
    .pipe(textSchema(label, maxLength))
    .refine((value) => !isBlank(value), { error: requiredMessage(label) });

export const oneOf = <const T extends string | number>(label: string, values: readonly T[]) =>
  z.literal([...values], { error: `${label} must be one of ${values.join(", ")}.` });

export const idSchema = (label: string) =>
  z.string({ error: `${label} must be text.` }).refine(isId, {
    error: `${label} must have 2 to 64 letters, digits, hyphens or underscores, not two underscores at both ends.`,
  });

/** The user id or name of the sender, who must be the caller. The maximum is only against endless texts. */
export const senderSchema = z.string({ error: "userId and username must be text." }).max(200).optional();

// The API sends all instants in this form, so they can be compared as texts. Firestore has no timestamp in year 0000.
const INSTANT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const instantSchema = (label: string) => {
  const error = `${label} must be an instant such as 2025-09-01T12:00:00.000Z.`;
  return z.string({ error }).refine((value) => INSTANT.test(value) && !Number.isNaN(Date.parse(value)), { error });
};
