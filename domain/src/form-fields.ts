import type { DetailField, IssueType } from "./issue.ts";

/** A field of the report form beside title, description, priority and reporter (section 3). */
export interface FormField {
  name: DetailField;
  label: string;
  /** One line or many. */
  multiline: boolean;
}

const WEBSITE: FormField = { name: "websiteUrl", label: "Website URL", multiline: false };

/** Which detail fields each type's form asks for, in order (section 3, form-only scoping). */
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

/** Fields that a loaded report of each type never has (section 3, bug-only and feature-only). */
export const FOREIGN_FIELDS: Record<IssueType, readonly DetailField[]> = {
  bug: ["problemItSolves", "howItWorks"],
  feature: ["expectedResult", "actualResult"],
};

/** The labels under which 'View all details' shows the fields, in order. */
export const DETAIL_LABELS: Record<DetailField, string> = {
  websiteUrl: "Website URL",
  reproductionSteps: "Steps to Reproduce",
  environmentInfo: "Environment Info",
  expectedResult: "Expected Result",
  actualResult: "Actual Result",
  problemItSolves: "Problem It Solves",
  howItWorks: "How It Works",
};
