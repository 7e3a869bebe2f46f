import type { IssueType } from "./enumerations.ts";
import type { DetailField } from "./issue.ts";

/** A field of the report form, other than title, description, priority and reporter (section 3). */
export interface FormField {
  name: DetailField;
  label: string;
  /** Whether the field has several lines. */
  multiline: boolean;
}

const WEBSITE: FormField = { name: "websiteUrl", label: "Website URL", multiline: false };

/** The detail fields of each type's form, in order (section 3, form-only scoping). */
export const FORM_FIELDS: Record<IssueType, readonly FormField[]> = {
  bug: [
    { name: "reproductionSteps", label: "Steps to Reproduce", multiline: true },
    { name: "expectedResult", label: "Expected Result", multiline: true },
    { name: "actualResult", label: "Actual Result", multiline: true },
    { name: "environmentInfo", label: "Environment Info", multiline: true },
    WEBSITE,
  ],
  feature: [
    { name: "problemItSolves", label: "Problem It Solves", multiline: true },
    { name: "howItWorks", label: "How It Works", multiline: true },
    WEBSITE,
  ],
};

/** The fields that only the other type has (section 3): always empty in a report of this type. */
export const FOREIGN_FIELDS: Record<IssueType, readonly DetailField[]> = {
  bug: ["problemItSolves", "howItWorks"],
  feature: ["expectedResult", "actualResult"],
};

/** The labels of the fields under 'View all details', in order. */
export const DETAIL_LABELS: Record<DetailField, string> = {
  websiteUrl: "Website URL",
  reproductionSteps: "Steps to Reproduce",
  environmentInfo: "Environment Info",
  expectedResult: "Expected Result",
  actualResult: "Actual Result",
  problemItSolves: "Problem It Solves",
  howItWorks: "How It Works",
};
