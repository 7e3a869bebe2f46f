import { type SelectedReport, STATUS_LABELS } from "@logbook/domain";
import { onUserChange } from "../../shared/session/store.ts";
import { createStore, type ReadonlyStore } from "../../shared/store/store.ts";
import { createAnnouncer, type MessageAction } from "../../shared/ui/announcer.tsx";
import { readIssue } from "../report/index-lazy.ts";
import { deselect, select, selection } from "../selection/index.ts";
import { reloadIssuesAndTrash } from "../trash/index-lazy.ts";
import { type BulkAction, countText, isGone } from "./actions.ts";
import { type RunOutcome, type RunProgress, runEach, sleepUnlessAborted } from "./run-each.ts";

/** A report that was not changed, and why. */
export interface FailedReport {
  report: SelectedReport;
  reason: string;
}

export interface BulkState {
  /** The action that runs now; `null` if none does. */
  run: (RunProgress & { label: string; total: number }) | null;
  failed: readonly FailedReport[];
}

const IDLE: BulkState = { run: null, failed: [] };
const store = createStore(IDLE);
export const bulkState: ReadonlyStore<BulkState> = store;

let controller = new AbortController();

/** Stops the running action after the report that is being changed. */
export const stopRun = (): void => controller.abort();

onUserChange(() => {
  stopRun();
  store.set(IDLE);
});

/** Removes the list of the reports that were not changed. */
export const clearFailed = (): void => store.set({ ...store.get(), failed: [] });

/** Changes each of the action's reports. Those that failed stay selected; one Undo takes back all others. */
export async function runAction(action: BulkAction): Promise<void> {
  const { reports, label } = action;
  const announceResult = createAnnouncer();
  const { done, failed } = await runAll(label, reports, action.run);
  deselect(done.map(({ id }) => id));
  deselect(failed.filter(({ failure }) => isGone(failure)).map(({ item }) => item.id));
  await Promise.all([reloadIssuesAndTrash(), updateSelected(failed.map(({ item }) => item))]);
  finish(failed);
  const restText = notChangedText(failed.length, reports.length - done.length - failed.length);
  if (done.length === 0) return announceResult(restText === "" ? "No report was changed." : restText);
  announceResult(`${action.doneText(done.length)}${restText && ` ${restText}`}`, undoAction(action, done));
}

const undoAction = (action: BulkAction, reports: readonly SelectedReport[]): MessageAction => ({
  label: reports.length === 1 ? "Undo" : "Undo all",
  shortcutHint: "Ctrl+Z takes it back.",
  run: () => void undoAll(action, reports),
});

async function undoAll(action: BulkAction, reports: readonly SelectedReport[]): Promise<void> {
  const announceResult = createAnnouncer();
  // The last change is taken back first.
  const { done, failed } = await runAll("Undo", reports.toReversed(), action.undo);
  await reloadIssuesAndTrash({ isRestored: true });
  finish(failed);
  const left = reports.filter((report) => !done.includes(report));
  const restText = notChangedText(failed.length, left.length - failed.length);
  const text = `${countText(done.length)} as before.${restText && ` ${restText}`}`;
  // A report that others have changed since stays as they left it, so only those that were not tried can be left.
  const untried = left.filter((report) => failed.every(({ item, failure }) => item !== report || failure.status === 0));
  announceResult(text, untried.length === 0 ? undefined : { ...undoAction(action, untried), label: "Undo the rest" });
}

const notChangedText = (failedCount: number, untriedCount: number): string =>
  [
    failedCount > 0 && `${countText(failedCount)} could not be changed.`,
    untriedCount > 0 && `${countText(untriedCount)} left as before.`,
  ]
    .filter(Boolean)
    .join(" ");

async function runAll(
  label: string,
  reports: readonly SelectedReport[],
  perform: BulkAction["run"],
): Promise<RunOutcome<SelectedReport>> {
  controller.abort();
  controller = new AbortController();
  const { signal } = controller;
  const onProgress = (progress: RunProgress) =>
    store.set({ run: { ...progress, label, total: reports.length }, failed: [] });
  return await runEach(reports, perform, { onProgress, sleep: sleepUnlessAborted, signal });
}

function finish(failed: RunOutcome<SelectedReport>["failed"]): void {
  for (const { failure } of failed) console.error("Failed to change a report:", failure);
  store.set({ run: null, failed: failed.map(({ item, failure }) => ({ report: item, reason: failure.error })) });
}

/** Reads reports that could not be changed again: others may have moved them, and they need not be on the page. */
async function updateSelected(reports: readonly SelectedReport[]): Promise<void> {
  for (const { id } of reports) {
    if (!selection.get().has(id)) continue;
    const result = await readIssue(id);
    if (result.ok) select([result.data]);
  }
}

/** A report's name in a list: its number, its title and its status. */
export const reportName = ({ number, title, status }: SelectedReport): string =>
  `${number === null ? "" : `#${number} `}“${title}” (${STATUS_LABELS[status]})`;
