import type { CloseReason, DuplicateTarget } from "./closing.ts";
import type { IssueType, Priority, Status } from "./enumerations.ts";
import type { FixTally } from "./fix.ts";
import { LIMITS } from "./limits.ts";
import type { SightingTally } from "./sighting.ts";
import type { TextFieldName } from "./text-fields.ts";

/**
 * A file of a report or an amendment (section 3). `size` is in bytes. `url` is a path under `/api/attachments/`, to be requested with
 * the caller's token. A file that was written to Firestore without an upload has `data`, a data URL, instead of `url`.
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
  /** Missing if there are none. */
  attachments?: Attachment[];
  createdBy: string;
  createdAt: string;
  /** Set if the author was an admin when they added the amendment. */
  byAdmin?: true;
  /** When the text was last edited. */
  editedAt?: string;
  /**
   * When an admin has hidden the amendment. Its `text` is `""` then, and it has no attachments; admins read both by a
   * call of its own.
   */
  hiddenAt?: string;
}

/** A report (section 3) with parsed lists, unlike `WireIssue`. Instants are ISO 8601 strings in UTC. */
export interface Issue extends Record<TextFieldName, string> {
  id: string;
  /** The report's number, counted from 1 and never used again; `null` until a job has numbered an imported report. */
  number: number | null;
  type: IssueType;
  status: Status;
  priority: Priority;
  /** The reporter's username. */
  reporter: string;
  /** The username of the admin who has taken the report to work on it. */
  assignee?: string;
  /** Set if the reporter was an admin when they filed the report. */
  byAdmin?: true;
  attachments: Attachment[];
  /** Oldest first. */
  amendments: Amendment[];
  /** The number of members who vote for the report or for one of its duplicates. */
  votes: number;
  /** The members who see a bug, or one of its duplicates, too; missing if there are none. */
  sightings?: SightingTally;
  /** The answers to 'Fixed for you?'; missing if there are none. They are removed when the report is reopened. */
  fixAnswers?: FixTally;
  createdAt: string;
  updatedAt: string;
  /** When the texts or the priority were last edited or corrected. */
  editedAt?: string;
  /** Set once an admin has changed the status, amended, corrected or closed the report: its reporter can no longer edit it. */
  handledByAdmin?: true;
  /** Why an admin has closed the report. The next status step takes it away. */
  closedAs?: CloseReason;
  /** Set while the report is a duplicate of another one that exists. A report has either this or `closedAs`. */
  duplicateOf?: DuplicateTarget;
  /** Set if the API has cut texts and left out earlier amendments, because the list would be too large otherwise. */
  shortened?: true;
}

/** The signed-in user (section 3). */
export interface User {
  id: string;
  username: string;
  isAdmin: boolean;
  /** Set while the member waits for an admin to let them in: until then the member has no access. */
  isWaiting?: true;
}

const EDIT_TIME_MS = LIMITS.editMinutes * 60_000;

/** For how many milliseconds after `now` an author may edit a text; 0 if the time is over or `createdAt` is invalid. */
export function editTimeLeft({ createdAt }: { createdAt: string }, now: number): number {
  // `|| 0` replaces NaN, the result for an invalid text.
  const createdAtMs = Date.parse(createdAt) || 0;
  return Math.max(0, createdAtMs + EDIT_TIME_MS - now);
}
