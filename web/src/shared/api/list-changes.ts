import { type AsOf, type Filters, fromWire, type Issue, type Stats, type WireChanges } from "@logbook/domain";
import { request } from "./http.ts";
import { filterParams } from "./list-issues.ts";
import type { Result } from "./result.ts";

/** What became of a list since it was read at `since` (an instant), which shows the reports `ids`. */
export interface ChangesQuery {
  filters: Filters;
  since: string;
  ids: readonly string[];
}

/**
 * `issues` are those of the `ids` that still exist, as they are now; `fresh` are new ones that the filters show, in the
 * list's order, the first of `freshTotal`; `total` is how many the filters show, `stats` are of all.
 */
export interface IssueChanges extends AsOf {
  issues: Issue[];
  fresh: Issue[];
  freshTotal: number;
  total: number;
  stats: Stats;
}

/** `GET /api/issues/changes`. */
export async function listChanges({ filters, since, ids }: ChangesQuery): Promise<Result<IssueChanges>> {
  const query = new URLSearchParams({ ...filterParams(filters), since, ids: ids.join(",") });
  const answer = await request<WireChanges>(`/api/issues/changes?${query}`);
  if (!answer.ok) return answer;
  const { issues, fresh, ...rest } = answer.data;
  return { ok: true, data: { ...rest, issues: issues.map(fromWire), fresh: fresh.map(fromWire) } };
}
