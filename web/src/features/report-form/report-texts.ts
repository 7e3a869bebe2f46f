import {
  DEFAULT_PRIORITY,
  DETAIL_FIELDS,
  DETAILS,
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

/** The texts of the form for both types. The form of one type shows only the fields of this type (section 3). */
export type ReportTexts = Pick<Issue, "title" | "description" | "priority" | DetailField>;
export type TextName = keyof ReportTexts;

export const EMPTY_TEXTS: ReportTexts = {
  title: "",
  description: "",
  priority: DEFAULT_PRIORITY,
  ...(Object.fromEntries(DETAIL_FIELDS.map((name) => [name, ""])) as Record<DetailField, string>),
};

export function fieldOrder(type: IssueType): TextName[] {
  return ["title", "description", "priority", ...FORM_FIELDS[type]];
}

/** The texts of a report of this type: the fields of the other type are empty. */
export function textsOfType(type: IssueType, texts: ReportTexts): ReportTexts {
  const names = fieldOrder(type);
  return changeTexts(texts, (text, name) => (names.includes(name) ? text : ""));
}

function changeTexts(texts: ReportTexts, change: (text: string, name: TextName) => string): ReportTexts {
  const changed = Object.entries(texts).map(([name, text]) => [name, change(text, name as TextName)]);
  return Object.fromEntries(changed) as ReportTexts;
}

/** A Website URL as it is stored: an address without a scheme gets one. */
const addressOf = (text: string): string => (isBlank(text) ? "" : withScheme(toPlainText(text).trim()));

/** Whether a Website URL is neither empty nor an address. `cleanTexts` moves it to the environment info. */
export function isNoAddress(websiteUrl: string): boolean {
  const address = addressOf(websiteUrl);
  return address !== "" && !isHttpUrl(address);
}

/**
 * The texts as they are stored, without control characters. An address gets its scheme. A Website URL that is no
 * address, such as 'the start page', moves to the environment info if it fits in there.
 */
export function cleanTexts(texts: ReportTexts): ReportTexts {
  const plain = changeTexts(texts, toPlainText);
  const websiteUrl = addressOf(texts.websiteUrl);
  const canMove = isNoAddress(websiteUrl) && websiteUrl.length <= LIMITS.urlLength;
  if (!canMove) return { ...plain, websiteUrl };
  const note = `${DETAILS.websiteUrl.label}: ${websiteUrl}`;
  const environmentInfo = isBlank(plain.environmentInfo) ? note : `${plain.environmentInfo.trimEnd()}\n${note}`;
  return environmentInfo.length > LIMITS.textLength
    ? { ...plain, websiteUrl }
    : { ...plain, websiteUrl: "", environmentInfo };
}

/** The limit of a text field. */
export function maxLength(name: Exclude<TextName, "priority">): number {
  if (name === "title") return LIMITS.titleLength;
  return name === "description" ? LIMITS.textLength : DETAILS[name].maxLength;
}
