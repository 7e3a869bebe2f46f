import {
  DEFAULT_PRIORITY,
  DETAIL_FIELDS,
  type DetailField,
  FORM_FIELDS,
  type Issue,
  type IssueType,
  LIMITS,
  toPlainText,
  withScheme,
} from "@logbook/domain";

/** What a person types into the form, for both types; the form of one type shows only its own (section 3). */
export type ReportTexts = Pick<Issue, "title" | "description" | "priority" | DetailField>;
export type TextName = keyof ReportTexts;

export const EMPTY_TEXTS: ReportTexts = {
  title: "",
  description: "",
  priority: DEFAULT_PRIORITY,
  ...(Object.fromEntries(DETAIL_FIELDS.map((name) => [name, ""])) as Record<DetailField, string>),
};

/** The fields of a type's form as one meets them from top to bottom. */
export function fieldOrder(type: IssueType): TextName[] {
  return ["title", "description", "priority", ...FORM_FIELDS[type].map(({ name }) => name)];
}

/** The texts of this type's form; what was typed into the other type's fields stays out of the report. */
export function ownTexts(type: IssueType, texts: ReportTexts): ReportTexts {
  const own = fieldOrder(type);
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, own.includes(name as TextName) ? text : ""]),
  ) as unknown as ReportTexts;
}

/** The texts as they are filed: what was pasted out of a terminal without its codes, an address with its scheme. */
export function tidied(texts: ReportTexts): ReportTexts {
  const plain = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, toPlainText(text)]),
  ) as unknown as ReportTexts;
  return { ...plain, websiteUrl: withScheme(plain.websiteUrl.trim()) };
}

const LONGEST: Partial<Record<TextName, number>> = { title: LIMITS.titleLength, websiteUrl: LIMITS.urlLength };

/** The most characters a field may hold. */
export function longest(name: TextName): number {
  return LONGEST[name] ?? LIMITS.textLength;
}
