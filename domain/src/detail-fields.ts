import type { IssueType } from "./enumerations.ts";
import type { DetailField } from "./issue.ts";
import { LIMITS } from "./limits.ts";

/** A text field of a report, other than title and description (section 3). */
export interface Detail {
  /** The name on the page and in the API's messages. */
  label: string;
  /** The limit in UTF-16 units. */
  maxLength: number;
  /** Whether its text may have several lines. */
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

/** The detail fields of each type's form, in order (section 3, form-only scoping). */
export const FORM_FIELDS: Record<IssueType, readonly DetailField[]> = {
  bug: ["reproductionSteps", "expectedResult", "actualResult", "environmentInfo", "websiteUrl"],
  feature: ["problemItSolves", "howItWorks", "websiteUrl"],
};

/** The fields that are always empty in a report of this type, because only the other type has them (section 3). */
export const FIELDS_OF_OTHER_TYPE: Record<IssueType, readonly DetailField[]> = {
  bug: ["problemItSolves", "howItWorks"],
  feature: ["expectedResult", "actualResult"],
};
