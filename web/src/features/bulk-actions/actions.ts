import {
  closingText,
  firstStatus,
  LIMITS,
  type SelectedReport,
  STATUS_LABELS,
  STATUSES,
  type Status,
  stepsFrom,
  type User,
} from "@logbook/domain";
import type { Failure, Result } from "../../shared/api/result.ts";
import type { ButtonProps } from "../../shared/ui/button.tsx";
import { assignReport } from "../admin-acts/index-lazy.ts";
import { type ClosingChange, closeReport } from "../closing/index-lazy.ts";
import { stepIssue } from "../report/index-lazy.ts";
import { deleteIssue, restoreIssue } from "../trash/index-lazy.ts";

/** A change that an admin can make to several reports, each by a call of its own. */
export interface BulkAction {
  /** The button's text, such as 'Mark 7 as In Progress'. */
  label: string;
  look: NonNullable<ButtonProps["variant"]>;
  /** Whether the key `]` presses the button. */
  isStep?: boolean;
  /** Those of the selected reports that the action changes. */
  reports: readonly SelectedReport[];
  /** The dialog that asks first; without it the action begins at once. */
  question?: { title: string; text: string; cancelLabel: string; confirmLabel: string };
  /** Set if the dialog asks why the reports are closed: the action with that answer. */
  withClosing?: (closing: ClosingChange) => BulkAction;
  run(report: SelectedReport): Promise<Result<unknown>>;
  /** Takes the change of one report back, unless others have changed the report since. */
  undo(report: SelectedReport): Promise<Result<unknown>>;
  /** The message afterwards, such as '7 reports are now In Progress.' */
  doneText(count: number): string;
}

/** The actions of one kind for the selected reports. */
type ActionSource = (reports: readonly SelectedReport[], user: User) => readonly BulkAction[];

/** Everything that the bar offers, in the order of its buttons. */
const ACTION_SOURCES: readonly ActionSource[] = [stepActions, takeActions, closeActions, deleteActions];

export const actionsFor: ActionSource = (reports, user) =>
  ACTION_SOURCES.flatMap((createActions) => createActions(reports, user));

export const countText = (count: number): string => (count === 1 ? "1 report" : `${count} reports`);
const areText = (count: number): string => (count === 1 ? "1 report is" : `${count} reports are`);

/** For each status to which the next step of some reports leads, the step of these reports. */
function stepActions(reports: readonly SelectedReport[], user: User): readonly BulkAction[] {
  const nextOf = ({ type, status }: SelectedReport) => stepsFrom(type, status)?.next;
  const nextStatuses = STATUSES.filter((status) => reports.some((report) => nextOf(report) === status));
  return nextStatuses.map((status) =>
    createStepAction(
      status,
      reports.filter((report) => nextOf(report) === status),
      user.id,
    ),
  );
}

function createStepAction(next: Status, reports: readonly SelectedReport[], userId: string): BulkAction {
  const isAroundTheEnd = reports.every(({ type }) => next === firstStatus(type));
  return {
    label: `Mark ${reports.length} as ${STATUS_LABELS[next]}`,
    look: isAroundTheEnd ? "ghost" : "soft",
    isStep: true,
    reports,
    run: ({ id, status }) => stepIssue({ id, from: status, status: next, userId }),
    undo: ({ id, status }) => stepIssue({ id, from: next, status, userId }),
    doneText: (count) => `${areText(count)} now ${STATUS_LABELS[next]}.`,
  };
}

/** The reports that nobody has taken. */
function takeActions(reports: readonly SelectedReport[], { id: userId, username }: User): readonly BulkAction[] {
  const freeReports = reports.filter(({ assignee }) => assignee === undefined);
  if (freeReports.length === 0) return [];
  return [
    {
      label: `Take ${freeReports.length}`,
      look: "secondary",
      reports: freeReports,
      run: ({ id }) => assignReport({ id, taken: true, from: "", userId }),
      undo: ({ id }) => assignReport({ id, taken: false, from: username, userId }),
      doneText: (count) => `You have taken ${countText(count)}.`,
    },
  ];
}

/** The reports that are neither closed nor duplicates. */
function closeActions(reports: readonly SelectedReport[], { id: userId }: User): readonly BulkAction[] {
  const openReports = reports.filter((report) => closingText(report) === null);
  if (openReports.length === 0) return [];
  const withClosing = (closing: ClosingChange): BulkAction => ({
    label: `Close ${openReports.length}…`,
    look: "secondary",
    reports: openReports,
    withClosing,
    run: ({ id }) => closeReport(id, { ...closing, userId }),
    undo: ({ id }) => closeReport(id, { reason: null, userId }),
    doneText: (count) => `${areText(count)} closed${closing.reason === "duplicate" ? " as duplicates" : ""}.`,
  });
  return [withClosing({ reason: null })];
}

function deleteActions(reports: readonly SelectedReport[], { id: userId }: User): readonly BulkAction[] {
  const those = reports.length === 1 ? "It goes" : "They go";
  return [
    {
      label: `Delete ${reports.length}`,
      look: "danger",
      reports,
      question: {
        title: `Delete ${countText(reports.length)}?`,
        text: `${those} out of the logbook, with attachments and amendments. For ${LIMITS.trashDays} days an admin can bring deleted reports back from the trash.`,
        cancelLabel: "Keep them",
        confirmLabel: `Delete ${countText(reports.length)}`,
      },
      run: async ({ id }) => explainGone(await deleteIssue({ id, userId })),
      undo: ({ id }) => restoreIssue(id),
      doneText: (count) => `${countText(count)} deleted.`,
    },
  ];
}

const explainGone = <T>(result: Result<T>): Result<T> =>
  !result.ok && isGone(result) ? { ...result, error: "The report was already deleted." } : result;

export const isGone = ({ status }: Failure): boolean => status === 404;
