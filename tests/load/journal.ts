import type { IssueType, Status } from "@logbook/domain";

/** A report as its senders know it: requested changes may be stored, acknowledged changes must be stored. */
export interface KnownReport {
  id: string;
  type: IssueType;
  title: string;
  description: string;
  /** When the report was acknowledged (`performance.now()`), or `null`. */
  createdAt: number | null;
  /** The status in the latest response, from which an admin takes a step. */
  lastKnownStatus: Status;
  amendments: { id: string; text: string; acknowledged: boolean }[];
  acknowledgedSteps: Status[];
  /** When each write was acknowledged (`performance.now()`), and the report's update time in that response. */
  acknowledgements: { at: number; updatedAt: string }[];
}

/** All requests and acknowledgements of all users. */
export interface Journal {
  reports: Map<string, KnownReport>;
  /** The number of acknowledged writes. */
  acknowledged: number;
  /** The number of acknowledged reports. */
  created: number;
}

export const newJournal = (): Journal => ({ reports: new Map(), acknowledged: 0, created: 0 });

export function acknowledge(journal: Journal, known: KnownReport, updatedAt: string): void {
  journal.acknowledged += 1;
  known.acknowledgements.push({ at: performance.now(), updatedAt });
}

/** The latest update time acknowledged before `moment`: a later list must not show an older version of the report. */
export function acknowledgedUpdateTime({ acknowledgements }: KnownReport, moment: number): string {
  const times = acknowledgements.filter(({ at }) => at <= moment).map(({ updatedAt }) => updatedAt);
  return times.sort().at(-1) ?? "";
}
