import type { IssueType, Priority, Status } from "@logbook/domain";
import type { Tone } from "./badge.tsx";
import type { IconName } from "./icon-names.ts";

/** Icon and colours beside the label of each status, priority and type. */
export const STATUS_LOOKS: Record<Status, { icon: IconName; tone: Tone }> = {
  OPEN: { icon: "circle-dot", tone: "blue" },
  PLANNED: { icon: "calendar-days", tone: "blue" },
  IN_PROGRESS: { icon: "circle-dot-dashed", tone: "amber" },
  TESTING: { icon: "flask-conical", tone: "violet" },
  RESOLVED: { icon: "circle-check", tone: "teal" },
  COMPLETED: { icon: "package-check", tone: "green" },
  CLOSED: { icon: "book-check", tone: "green" },
  CANCELLED: { icon: "ban", tone: "neutral" },
};

export const PRIORITY_LOOKS: Record<Priority, { icon: IconName; tone: Tone }> = {
  LOW: { icon: "chevron-down", tone: "neutral" },
  MEDIUM: { icon: "equal", tone: "neutral" },
  HIGH: { icon: "chevron-up", tone: "orange" },
  CRITICAL: { icon: "octagon-exclamation-point", tone: "red" },
};

export const TYPE_ICONS: Record<IssueType, IconName> = { bug: "bug", feature: "lightbulb" };

/** The class names of a tab above the list, and of a saved view beside these tabs. */
export const TAB_LOOK =
  "inline-flex min-h-7 items-center rounded-md px-2 sm:px-3 font-semibold text-soft text-sm hover:bg-accent-soft hover:text-accent-strong aria-[current]:text-accent-strong sm:min-h-8";

/** The class names of the text in the current tab. */
export const CURRENT_TAB_TEXT_LOOK = "underline decoration-2 underline-offset-4 sm:underline-offset-8";
