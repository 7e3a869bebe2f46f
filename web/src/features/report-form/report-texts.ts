import {
  DEFAULT_PRIORITY,
  DETAIL_FIELDS,
  DETAIL_LABELS,
  type DetailField,
  FORM_FIELDS,
  type Issue,
  type IssueType,
  isBlank,
  isHttpUrl,
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

/** A Website URL as it is filed: with a scheme, where it is an address without one. */
const addressOf = (text: string): string => (isBlank(text) ? "" : withScheme(toPlainText(text).trim()));

/** Whether a Website URL that is there is filed as another text, since it is no address. */
export function isOtherText(websiteUrl: string): boolean {
  const address = addressOf(websiteUrl);
  return address !== "" && !isHttpUrl(address);
}

/**
 * The texts as they are filed: what was pasted out of a terminal without its codes, an address with its scheme. A Website
 * URL that is no address, such as 'the start page', goes to the environment info if it fits in there.
 */
export function tidied(texts: ReportTexts): ReportTexts {
  const plain = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, toPlainText(text)]),
  ) as unknown as ReportTexts;
  const websiteUrl = addressOf(texts.websiteUrl);
  const isShort = websiteUrl.length <= LIMITS.urlLength;
  if (!isOtherText(websiteUrl) || !isShort) return { ...plain, websiteUrl };
  const note = `${DETAIL_LABELS.websiteUrl}: ${websiteUrl}`;
  const environmentInfo = isBlank(plain.environmentInfo) ? note : `${plain.environmentInfo.trimEnd()}\n${note}`;
  return environmentInfo.length > LIMITS.textLength
    ? { ...plain, websiteUrl }
    : { ...plain, websiteUrl: "", environmentInfo };
}

const LONGEST: Partial<Record<TextName, number>> = { title: LIMITS.titleLength, websiteUrl: LIMITS.urlLength };

/** The most characters a field may hold. */
export function longest(name: TextName): number {
  return LONGEST[name] ?? LIMITS.textLength;
}
