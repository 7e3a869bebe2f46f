import type { IssueType } from "./enumerations.ts";
import type { DetailField } from "./issue.ts";
import { LIMITS } from "./limits.ts";

/**
 * All text fields of a report but title and description (section 3), each with its name on the page and in messages.
 * Firestore's rules have the same limits, in UTF-16 units.
 */
export const DETAILS: Record<DetailField, { label: string; maxLength: number; multiline: boolean }> = {
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

/** The fields that only reports of the other type have (section 3). The other fields may be set beyond the form. */
export const FIELDS_OF_OTHER_TYPE: Record<IssueType, readonly DetailField[]> = {
  bug: ["problemItSolves", "howItWorks"],
  feature: ["expectedResult", "actualResult"],
};
