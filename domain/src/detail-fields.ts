import type { IssueType } from "./enumerations.ts";
import type { DetailField } from "./issue.ts";
import { LIMITS } from "./limits.ts";

/** A text field of a report, other than title and description (section 3). */
export interface Detail {
  /** The name on the page and in the API's messages. */
  label: string;
  /** The largest number of UTF-16 units. */
  maxLength: number;
  /** Whether the text may have several lines. */
  multiline: boolean;
}

/** All detail fields. Firestore's rules have the same limits. */
export const DETAILS: Record<DetailField, Detail> = {
  websiteUrl: { label: "Website URL", maxLength: LIMITS.urlLength, multiline: false },
  reproductionSteps: { label: "Steps to Reproduce", maxLength: LIMITS.textLength, multiline: true },
  environmentInfo: { label: "Environment Info", maxLength: LIMITS.textLength, multiline: true },
  expectedResult: { label: "Expected Result", maxLength: LIMITS.textLength, multiline: true },
  actualResult: { label: "Actual Result", maxLength: LIMITS.textLength, multiline: true },
  problemItSolves: { label: "Problem It Solves", maxLength: LIMITS.textLength, multiline: true },
  howItWorks: { label: "How It Works", maxLength: LIMITS.textLength, multiline: true },
};

/** The detail fields in the form of each report type, in the form's order (section 3). */
export const FORM_FIELDS: Record<IssueType, readonly DetailField[]> = {
  bug: ["reproductionSteps", "expectedResult", "actualResult", "environmentInfo", "websiteUrl"],
  feature: ["problemItSolves", "howItWorks", "websiteUrl"],
};

/**
 * For each report type, the fields that only reports of the other type have (section 3). `reproductionSteps` and
 * `environmentInfo` are not among them: a feature may have these fields, although its form does not ask for them.
 */
export const FIELDS_OF_OTHER_TYPE: Record<IssueType, readonly DetailField[]> = {
  bug: ["problemItSolves", "howItWorks"],
  feature: ["expectedResult", "actualResult"],
};
