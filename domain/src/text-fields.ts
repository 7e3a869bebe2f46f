import { ISSUE_TYPES, type IssueType } from "./enumerations.ts";
import { keysOf, recordOf } from "./fields.ts";
import { LIMITS } from "./limits.ts";

/** A text field of a report (section 3), or its area, which is chosen. */
interface TextField {
  /** Its name on the page and in messages. */
  label: string;
  /** What the forms say below the field. */
  hint?: string;
  /** The most UTF-16 units. */
  maxLength: number;
  kind: "line" | "text" | "address";
  /** Whether the field takes the form's whole width. */
  isWide?: true;
  /** A card shows the required fields. The others are in 'More details' of the forms and in 'View all details'. */
  isRequired?: true;
  /** The field's place among the details in the form of these types. */
  places?: Partial<Record<IssueType, number>>;
  /** Reports of the other type never have this field. Without it they may have a text that their form does not show. */
  onlyIn?: IssueType;
}

// The order is that of 'View all details' and of the history.
const ROWS = {
  title: { label: "Title", maxLength: LIMITS.titleLength, kind: "line", isWide: true, isRequired: true },
  description: { label: "Description", maxLength: LIMITS.textLength, kind: "text", isWide: true, isRequired: true },
  websiteUrl: {
    label: "Website URL",
    hint: "The page it is about, as https://example.org/page.",
    maxLength: LIMITS.urlLength,
    kind: "address",
    places: { bug: 5, feature: 3 },
  },
  reproductionSteps: {
    label: "Steps to Reproduce",
    hint: "One step a line, from a fresh page to the fault.",
    maxLength: LIMITS.textLength,
    kind: "text",
    isWide: true,
    places: { bug: 1 },
  },
  environmentInfo: {
    label: "Environment Info",
    hint: "Browser, device and operating system.",
    maxLength: LIMITS.textLength,
    kind: "text",
    places: { bug: 4 },
  },
  expectedResult: {
    label: "Expected Result",
    maxLength: LIMITS.textLength,
    kind: "text",
    places: { bug: 2 },
    onlyIn: "bug",
  },
  actualResult: {
    label: "Actual Result",
    maxLength: LIMITS.textLength,
    kind: "text",
    places: { bug: 3 },
    onlyIn: "bug",
  },
  problemItSolves: {
    label: "Problem It Solves",
    maxLength: LIMITS.textLength,
    kind: "text",
    isWide: true,
    places: { feature: 1 },
    onlyIn: "feature",
  },
  howItWorks: {
    label: "How It Works",
    maxLength: LIMITS.textLength,
    kind: "text",
    isWide: true,
    places: { feature: 2 },
    onlyIn: "feature",
  },
  area: { label: "Area", maxLength: 8, kind: "line" },
} as const satisfies Record<string, TextField>;

type Rows = typeof ROWS;
export type TextFieldName = keyof Rows;
export type RequiredField = {
  [Name in TextFieldName]: Rows[Name] extends { isRequired: true } ? Name : never;
}[TextFieldName];
export type DetailField = Exclude<TextFieldName, RequiredField | "area">;

/** All text fields of a report (section 3). Schemas, stored and sent reports, forms, details and history follow. */
export const TEXT_FIELDS: Readonly<Record<TextFieldName, TextField>> = ROWS;
export const TEXT_FIELD_NAMES = keysOf(ROWS);

/** The fields that no report lacks, in the order of the forms. */
export const REQUIRED_FIELDS = TEXT_FIELD_NAMES.filter((name) => TEXT_FIELDS[name].isRequired) as RequiredField[];

/** The other fields, `''` when empty. `FORM_FIELDS` lists the fields of each form. */
export const DETAIL_FIELDS = TEXT_FIELD_NAMES.filter(
  (name) => !TEXT_FIELDS[name].isRequired && name !== "area",
) as DetailField[];

/** The detail fields in the form of each report type, in the form's order (section 3). */
export const FORM_FIELDS = recordOf(ISSUE_TYPES, (type): readonly DetailField[] => {
  const placeOf = (name: DetailField) => TEXT_FIELDS[name].places?.[type] ?? 0;
  return DETAIL_FIELDS.filter(placeOf).sort((a, b) => placeOf(a) - placeOf(b));
});

/** The detail fields that a report of this type never has (section 3). It may have other fields that its form lacks. */
export const FIELDS_OF_OTHER_TYPE = recordOf(ISSUE_TYPES, (type): readonly DetailField[] =>
  DETAIL_FIELDS.filter((name) => (TEXT_FIELDS[name].onlyIn ?? type) !== type),
);

/** The fields of a report that its reporter may edit. */
export const EDITABLE_FIELDS = [...REQUIRED_FIELDS, "priority", ...DETAIL_FIELDS, "area"] as const;

/** A field that an edit changed: a field of a report, or `text`, the text of an amendment. */
export type EditedField = (typeof EDITABLE_FIELDS)[number] | "text";
