import type { IssueType, Priority, Status } from "./enumerations.ts";

/**
 * A file of a report (section 3). `size` is in bytes. `url` is a path under `/api/attachments/`, to be requested with
 * the caller's token. A file that was written to Firestore without an upload has `data`, a data URL, instead.
 */
export interface Attachment {
  name: string;
  size: number;
  type: string;
  url?: string;
  data?: string;
}

/** A note added to a report later (section 3). `createdBy` is a username, `createdAt` an ISO 8601 instant in UTC. */
export interface Amendment {
  id: string;
  text: string;
  createdBy: string;
  createdAt: string;
  /** Set if the author was an admin when writing it. */
  byAdmin?: true;
  /** When its text was last edited. */
  editedAt?: string;
}

/** The free-text fields of every report, `''` when empty (section 3). `FORM_FIELDS` lists those in each form. */
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

/** A report, parsed (section 3). Instants are ISO 8601 strings in UTC. */
export interface Issue extends Record<DetailField, string> {
  id: string;
  /** The report's number, counted from 1 and never used again; `null` until a job has numbered an imported report. */
  number: number | null;
  type: IssueType;
  title: string;
  description: string;
  status: Status;
  priority: Priority;
  /** The reporter's username. */
  reporter: string;
  /** Set if the reporter was an admin when filing it. */
  byAdmin?: true;
  attachments: Attachment[];
  /** Oldest first. */
  amendments: Amendment[];
  /** The number of members who vote for the report. */
  votes: number;
  createdAt: string;
  updatedAt: string;
  /** When its texts or its priority were last edited or corrected. */
  editedAt?: string;
  /** Set once an admin has changed its status, amended or corrected it: then its reporter can no longer edit it. */
  handledByAdmin?: true;
  /** Set in a list that would be too large otherwise: texts are cut and earlier amendments are left out. */
  shortened?: true;
}

/** The signed-in user (section 3). */
export interface User {
  id: string;
  username: string;
  isAdmin: boolean;
}
