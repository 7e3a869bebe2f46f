import type { IssueType, Status } from "@logbook/domain";

/** A report as its senders know it: requested changes may be stored, acknowledged ones must be. */
export interface KnownReport {
  id: string;
  type: IssueType;
  title: string;
  description: string;
  /** When the report was acknowledged (`performance.now()`), or `null`. */
  createdAt: number | null;
  /** The last listed status, from which an admin takes a step. */
  seen: Status;
  amendments: { id: string; text: string; acknowledged: boolean }[];
  acknowledgedSteps: Status[];
  /** The times of acknowledgements (`performance.now()`) with the update times of the report. */
  stamps: { at: number; updatedAt: string }[];
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
  known.stamps.push({ at: performance.now(), updatedAt });
}

/** The latest update time acknowledged before `moment`: a later list must not show an older one. */
export function stampBefore({ stamps }: KnownReport, moment: number): string {
  return stamps.reduce((latest, { at, updatedAt }) => (at <= moment && updatedAt > latest ? updatedAt : latest), "");
}
