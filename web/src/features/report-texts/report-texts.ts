import { zodResolver } from "@hookform/resolvers/zod";
import {
  DEFAULT_PRIORITY,
  DETAIL_FIELDS,
  FORM_FIELDS,
  type Issue,
  type IssueType,
  isBlank,
  isHttpUrl,
  REQUIRED_FIELDS,
  recordOf,
  reportTextsSchema,
  TEXT_FIELD_NAMES,
  TEXT_FIELDS,
  type TextFieldName,
  toPlainText,
  trimAddress,
  withScheme,
} from "@logbook/domain";
import type { Resolver } from "react-hook-form";

/** The texts of the report form, and the priority. The form shows only the fields of the chosen type (section 3). */
export type ReportTexts = Pick<Issue, "priority" | TextFieldName>;
export type TextName = keyof ReportTexts;

// The API fills in missing fields, but the form has all of them, so the schema here is `required()`.
export const validateTexts: Resolver<ReportTexts> = zodResolver(reportTextsSchema.required());

export const EMPTY_TEXTS: ReportTexts = {
  ...recordOf(TEXT_FIELD_NAMES, () => ""),
  priority: DEFAULT_PRIORITY,
};

export function fieldOrder(type: IssueType): TextName[] {
  return [...REQUIRED_FIELDS, "priority", ...FORM_FIELDS[type]];
}

/** Returns `texts`, but with the values of `otherTexts` for the fields that the form of this type does not show. */
export function withHiddenTexts(type: IssueType, texts: ReportTexts, otherTexts: ReportTexts): ReportTexts {
  const hiddenFields = DETAIL_FIELDS.filter((name) => !FORM_FIELDS[type].includes(name));
  return { ...texts, ...Object.fromEntries(hiddenFields.map((name) => [name, otherTexts[name]])) };
}

/** A Website URL as it is stored: `www.example.com` gets `https://`; a text that is no web address is only trimmed. */
const toAddress = (text: string): string => withScheme(trimAddress(toPlainText(text)));

/** Whether the field Website URL has a text like 'the start page', which is no web address. An empty field is valid. */
export function isInvalidUrl(websiteUrl: string): boolean {
  const address = toAddress(websiteUrl);
  return address !== "" && !isHttpUrl(address);
}

/**
 * The texts as they are stored, without control characters. A web address without a scheme gets `https://`; any other
 * text that is no URL moves to the environment info. If that text or the new info is too long, the text stays, and the
 * schema refuses it.
 */
export function cleanTexts(texts: ReportTexts): ReportTexts {
  const entries = Object.entries(texts).map(([name, text]) => [name, toPlainText(text)]);
  const plainTexts = Object.fromEntries(entries) as ReportTexts;
  const websiteUrl = toAddress(texts.websiteUrl);
  const textsWithUrl = { ...plainTexts, websiteUrl };
  if (!isInvalidUrl(websiteUrl) || websiteUrl.length > TEXT_FIELDS.websiteUrl.maxLength) return textsWithUrl;
  const urlLine = `${TEXT_FIELDS.websiteUrl.label}: ${websiteUrl}`;
  const oldInfo = plainTexts.environmentInfo;
  const environmentInfo = isBlank(oldInfo) ? urlLine : `${oldInfo.trimEnd()}\n${urlLine}`;
  if (environmentInfo.length > TEXT_FIELDS.environmentInfo.maxLength) return textsWithUrl;
  return { ...plainTexts, websiteUrl: "", environmentInfo };
}
