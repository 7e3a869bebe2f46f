import type { IssueType, Status } from "@logbook/domain";

/** A report as those who sent it know it. What was asked for may be stored; what was acknowledged must be. */
export interface Known {
  id: string;
  type: IssueType;
  title: string;
  description: string;
  /** Whether the report itself was acknowledged, and when (milliseconds of this process). */
  createdAt: number | null;
  /** The status it was last seen in, which an admin sets out from. */
  seen: Status;
  amendments: { id: string; text: string; acknowledged: boolean }[];
  /** Steps that were acknowledged. */
  steps: Status[];
  /** When something of it was acknowledged (milliseconds of this process), and the stamp it had got. */
  stamps: { at: number; updatedAt: string }[];
}

/** All requests and acknowledgements of all users. */
export interface Journal {
  reports: Map<string, Known>;
  /** Writes that were acknowledged so far, each once. */
  acknowledged: number;
  /** Reports that were acknowledged so far. */
  created: number;
}

export const newJournal = (): Journal => ({ reports: new Map(), acknowledged: 0, created: 0 });

/** Notes that a write of this report was acknowledged. */
export function acknowledge(journal: Journal, known: Known, updatedAt: string): void {
  journal.acknowledged += 1;
  known.stamps.push({ at: performance.now(), updatedAt });
}

/** The latest stamp that was acknowledged before `moment`: nobody who asked then may be shown an older one. */
export function stampBefore({ stamps }: Known, moment: number): string {
  return stamps.reduce((latest, { at, updatedAt }) => (at <= moment && updatedAt > latest ? updatedAt : latest), "");
}
