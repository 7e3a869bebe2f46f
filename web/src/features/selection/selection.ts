import type { SelectedReport } from "@logbook/domain";
import { onUserChange } from "../../shared/session/store.ts";
import { createStore, type ReadonlyStore } from "../../shared/store/store.ts";

type Selection = ReadonlyMap<string, SelectedReport>;

export const NO_SELECTION: Selection = new Map();

const store = createStore(NO_SELECTION);

/** The reports that an admin has selected, by id. They need not be on the shown page of the list. */
export const selection: ReadonlyStore<Selection> = store;

/** The reports whose boxes are on the page, by id, as they are shown now. */
const shownReports = new Map<string, SelectedReport>();

/** The report that was selected or deselected last: a range begins there. */
let anchorId: string | null = null;

onUserChange(() => store.set(NO_SELECTION));

/** Tells that a report's box is on the page. Returns the function that tells that it is gone. */
export function registerShown(report: SelectedReport): () => void {
  shownReports.set(report.id, report);
  if (store.get().has(report.id)) select([report]);
  return () => shownReports.delete(report.id);
}

/** Selects or deselects a shown report and, for a range, all between it and the last one. */
export function toggleSelected(id: string, isRange: boolean): void {
  const ids = isRange && anchorId !== null ? shownIdsBetween(anchorId, id) : [id];
  anchorId = id;
  if (store.get().has(id)) deselect(ids);
  else select(ids.flatMap((each) => shownReports.get(each) ?? []));
}

export function select(reports: readonly SelectedReport[]): void {
  store.set(new Map([...store.get(), ...reports.map((report) => [report.id, report] as const)]));
}

export function deselect(ids: Iterable<string>): void {
  const remaining = new Map(store.get());
  for (const id of ids) remaining.delete(id);
  store.set(remaining);
}

/** The ids of the cards from one to the other, in the page's order; only the second one if the first is not shown. */
function shownIdsBetween(firstId: string, secondId: string): readonly string[] {
  const cards = [...document.querySelectorAll<HTMLElement>("[data-card]")];
  const ids = cards.map(({ dataset }) => dataset.card!);
  const [start, end] = [ids.indexOf(firstId), ids.indexOf(secondId)].sort((a, b) => a - b) as [number, number];
  return start < 0 ? [secondId] : ids.slice(start, end + 1);
}
