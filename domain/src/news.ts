import type { Closing, ClosingReason } from "./closing.ts";
import type { Status } from "./enumerations.ts";

/** How a member follows a report: every change is news, only changes of its status are news, or nothing is news. */
export const FOLLOW_MODES = ["all", "status", "none"] as const;
export type FollowMode = (typeof FOLLOW_MODES)[number];

/** The label of each mode in the menu of 'Following'. */
export const FOLLOW_LABELS: Record<FollowMode, string> = {
  all: "Every change",
  status: "Status only",
  none: "Nothing",
};

/**
 * A change that a member may want to know of. An edit of the report itself has `amendmentId: null`. `isGone` is `false`
 * if the deleted report has been restored since. A reopened report was closed as `reason`.
 */
export type NewsChange =
  /** `asks` is set if the report asks the member 'Fixed for you?' since this step, and they have not answered. */
  | { kind: "status"; from: Status; to: Status; asks?: true }
  | { kind: "amended"; amendmentId: string }
  | { kind: "edited"; amendmentId: string | null }
  | ({ kind: "closed" } & Closing)
  | { kind: "reopened"; reason: ClosingReason }
  | { kind: "deleted"; isGone: boolean }
  | { kind: "restored" }
  /** An entry of What's new links to the report. */
  | { kind: "published"; entryId: string }
  /** An admin has hidden the member's own amendment, or shown it again. */
  | { kind: "hidden" | "unhidden"; amendmentId: string };

const STATUS_KINDS: readonly NewsChange["kind"][] = ["status", "closed", "reopened", "published"];

/** Whether a change is news to a member who follows the report in this mode. */
export const isNews = (kind: NewsChange["kind"], mode: FollowMode): boolean =>
  mode === "all" || (mode === "status" && STATUS_KINDS.includes(kind));
