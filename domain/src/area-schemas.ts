import * as z from "zod";
import { splitPageUrl } from "./address.ts";
import { AREA_LIMITS, type Area } from "./areas.ts";
import { foldText } from "./fold.ts";
import { AREA_ID, NO_AREA } from "./list-parameters.ts";
import { requiredTextSchema, textSchema, trimmedSchema } from "./schema-parts.ts";

const isAreaId = (text: string): boolean => new RegExp(`^${AREA_ID}$`).test(text);

/** The area of a report: an area's id, `none`, or `""` if nobody has chosen one. It may be that of a deleted area. */
export const areaChoiceSchema = z
  .string({ error: "area must be text." })
  .refine((value) => value === "" || value === NO_AREA || isAreaId(value), {
    error: `area must be the id of an area, ${NO_AREA} or empty.`,
  });

// Scripts such as Persian need the joiners inside a word, and emoji the joiner and the variation selector.
const JOINERS = /\u200c|\u200d|\ufe0f/g;

/** Whether a text has more than one line, or characters that nobody sees, such as those that turn the direction. */
const hasInvisible = (text: string): boolean =>
  /[\t\n\r\u2028\u2029]|\p{Default_Ignorable_Code_Point}/u.test(text.replace(JOINERS, ""));

/** Names that the filter and the forms have as options of their own. */
const RESERVED_NAMES = ["all", NO_AREA];

const nameSchema = requiredTextSchema("The name", AREA_LIMITS.nameLength)
  .refine((name) => !hasInvisible(name), {
    error: "The name may hold no invisible characters and no line breaks. Please type it anew.",
  })
  .refine((name) => !RESERVED_NAMES.includes(foldText(name)), {
    error: "“All” and “None” are options of the filter already. Please choose another name.",
  });

/** A pattern may be copied from an address: `/f%C3%A4hre` becomes `/fähre`, as in the paths that it is compared with. */
const decodePattern = (pattern: string): string => splitPageUrl(`http://host${pattern}`)?.path || pattern;

const patternSchema = trimmedSchema("The pattern")
  .refine((pattern) => pattern.startsWith("/"), {
    error: "The pattern must begin with a slash, as /gallery/* does. Please leave out the website's name.",
  })
  .refine((pattern) => !/[?#\\]/.test(pattern), {
    error: "The pattern is compared with the path only. Please leave out ?, # and \\.",
  })
  .transform(decodePattern)
  .pipe(textSchema("The pattern", AREA_LIMITS.patternLength))
  .refine((pattern) => !hasInvisible(pattern), {
    error: "The pattern may hold no invisible characters and no line breaks. Please type it anew.",
  })
  .refine((pattern) => /^(?:[^*]|(?<=\/)\*(?=\/))*\*?$/.test(pattern), {
    error: "In the pattern, * may stand at the end, or alone between two slashes. Please change it.",
  });

/** One area of `areasSchema`. */
export const areaSchema = z.strictObject({
  id: z.string({ error: "id must be text." }).refine(isAreaId, { error: "id must have 8 small letters and digits." }),
  name: nameSchema,
  pattern: patternSchema,
});

const areaList = <Schema extends z.ZodType>(name: string, schema: Schema) =>
  z.array(schema, { error: `${name} must be a list.` }).max(AREA_LIMITS.areas, {
    error: `There can be at most ${AREA_LIMITS.areas} areas. Please delete another one first.`,
  });

/** The first area whose key another area before it has, too. */
function findRepeated(areas: readonly Area[], keyOf: (area: Area) => string): Area | undefined {
  const keys = areas.map(keyOf);
  return areas.find((_, index) => keys.indexOf(keys[index]!) < index);
}

/** An area that the client has shown: only compared, so that also one that was written by hand can be replaced. */
const shownAreaSchema = z.strictObject({
  id: textSchema("id", AREA_LIMITS.nameLength),
  name: textSchema("name", AREA_LIMITS.nameLength),
  pattern: textSchema("pattern", AREA_LIMITS.patternLength),
});

/**
 * The body of `PUT /api/areas`: all areas in their order, and those that the client has shown (`from`): the API refuses
 * to overwrite a later change.
 */
export const areasSchema = z.strictObject({
  areas: areaList("areas", areaSchema).superRefine((areas, context) => {
    const sameName = findRepeated(areas, ({ name }) => foldText(name));
    if (sameName !== undefined)
      context.addIssue({
        code: "custom",
        message: `Another area is called “${sameName.name}”, or looks the same. Please choose another name.`,
      });
    if (findRepeated(areas, ({ id }) => id) !== undefined)
      context.addIssue({ code: "custom", message: "Each area needs an id of its own." });
  }),
  from: areaList("from", shownAreaSchema),
});
export type AreasBody = z.output<typeof areasSchema>;
