import type { IssueType, Status } from "@logbook/domain";

/** A report as its senders know it. Acknowledged changes must be stored; changes without a response may be stored. */
export interface SentReport {
  id: string;
  type: IssueType;
  title: string;
  description: string;
  /** When the API acknowledged the report (`performance.now()`), or `null` before that. */
  filedAt: number | null;
  /** The status in the latest response. An admin's next step starts from this status. */
  lastKnownStatus: Status;
  amendments: { id: string; text: string; isAcknowledged: boolean }[];
  acknowledgedSteps: Status[];
  /** When each write was acknowledged (`performance.now()`), and the report's update time in that response. */
  acknowledgements: { acknowledgedAt: number; updatedAt: string }[];
}

/** The reports that all users have sent, and the numbers of writes that the API has acknowledged. */
export interface Journal {
  reports: Map<string, SentReport>;
  /** The number of acknowledged writes. */
  acknowledgedWrites: number;
  /** The number of acknowledged new reports. */
  acknowledgedReports: number;
}

export const newJournal = (): Journal => ({ reports: new Map(), acknowledgedWrites: 0, acknowledgedReports: 0 });

/** Records that the API has acknowledged a write of this report. */
export function acknowledge(journal: Journal, report: SentReport, updatedAt: string): void {
  journal.acknowledgedWrites += 1;
  report.acknowledgements.push({ acknowledgedAt: performance.now(), updatedAt });
}

/** The latest update time that was acknowledged before `moment`; later lists must not show an older version. */
export function acknowledgedUpdateTime({ acknowledgements }: SentReport, moment: number): string {
  const earlierAcknowledgements = acknowledgements.filter(({ acknowledgedAt }) => acknowledgedAt <= moment);
  const updateTimes = earlierAcknowledgements.map(({ updatedAt }) => updatedAt);
  return updateTimes.sort().at(-1) ?? "";
}
