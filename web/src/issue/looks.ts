import type { IssueType, Priority, Status } from "@logbook/domain";
import {
  Ban,
  BookCheck,
  Bug,
  CalendarDays,
  ChevronDown,
  ChevronUp,
  CircleCheck,
  CircleDot,
  CircleDotDashed,
  Equal,
  FlaskConical,
  Lightbulb,
  type LucideIcon,
  OctagonAlert,
  PackageCheck,
} from "lucide-react";
import type { Tone } from "../ui/badge.tsx";

/** How each status, priority and type looks beside its word. */
export const STATUS_LOOKS: Record<Status, { icon: LucideIcon; tone: Tone }> = {
  OPEN: { icon: CircleDot, tone: "blue" },
  PLANNED: { icon: CalendarDays, tone: "blue" },
  IN_PROGRESS: { icon: CircleDotDashed, tone: "amber" },
  TESTING: { icon: FlaskConical, tone: "violet" },
  RESOLVED: { icon: CircleCheck, tone: "teal" },
  COMPLETED: { icon: PackageCheck, tone: "green" },
  CLOSED: { icon: BookCheck, tone: "green" },
  CANCELLED: { icon: Ban, tone: "neutral" },
};

export const PRIORITY_LOOKS: Record<Priority, { icon: LucideIcon; tone: Tone }> = {
  LOW: { icon: ChevronDown, tone: "neutral" },
  MEDIUM: { icon: Equal, tone: "neutral" },
  HIGH: { icon: ChevronUp, tone: "orange" },
  CRITICAL: { icon: OctagonAlert, tone: "red" },
};

export const TYPE_ICONS: Record<IssueType, LucideIcon> = { bug: Bug, feature: Lightbulb };
