import type { Status } from "./status.ts";

/** The two kinds of report, merged into one list (specification section 1). */
export const ISSUE_TYPES = ["bug", "feature"] as const;
export type IssueType = (typeof ISSUE_TYPES)[number];

/** What a person calls one report of each type. */
export const TYPE_LABELS: Record<IssueType, string> = { bug: "Bug", feature: "Feature" };

/** Section 3, in rising order. */
export const PRIORITIES = ["LOW", "MEDIUM", "HIGH", "CRITICAL"] as const;
export type Priority = (typeof PRIORITIES)[number];

/** New reports default to this (section 4). */
export const DEFAULT_PRIORITY: Priority = "MEDIUM";

export const PRIORITY_LABELS: Record<Priority, string> = {
  LOW: "Low",
  MEDIUM: "Medium",
  HIGH: "High",
  CRITICAL: "Critical",
};

/** For bugs the priority is presented as severity, for features as importance (section 2). */
export const PRIORITY_TERMS: Record<IssueType, string> = { bug: "Severity", feature: "Importance" };

/**
 * A file of a report as the wire shows it (section 3). `size` is in bytes; `url` is a path under `/api/attachments/`
 * to be fetched with the caller's token. A file that came into the store without an upload is in `data`, a data URL.
 */
export interface Attachment {
  name: string;
  size: number;
  type: string;
  url?: string;
  data?: string;
}

/** A follow-up note (section 3). `createdBy` is a username, `createdAt` an ISO 8601 instant. */
export interface Amendment {
  id: string;
  text: string;
  createdBy: string;
  createdAt: string;
}

/** The free-text fields every report has, `''` when empty; which form asks for which is in `FORM_FIELDS`. */
export const DETAIL_FIELDS = [
  "websiteUrl",
  "reproductionSteps",
  "environmentInfo",
  "expectedResult",
  "actualResult",
  "problemItSolves",
  "howItWorks",
] as const;
export type DetailField = (typeof DETAIL_FIELDS)[number];

/** A report as every part of the product handles it once parsed (section 3). Instants are ISO 8601 strings in UTC. */
export interface Issue extends Record<DetailField, string> {
  id: string;
  type: IssueType;
  title: string;
  description: string;
  status: Status;
  priority: Priority;
  /** The reporter's username. */
  reporter: string;
  attachments: Attachment[];
  /** Oldest first. */
  amendments: Amendment[];
  createdAt: string;
  updatedAt: string;
  /** As a large list has it: texts are cut and earlier amendments left out. */
  shortened?: true;
}

/** The signed-in person (section 3). */
export interface User {
  id: string;
  username: string;
  isAdmin: boolean;
}
