import { type Filters, fromWire, type Issue, type WireChanges } from "@logbook/domain";
import { request } from "./http.ts";
import { filterParams } from "./list-issues.ts";
import type { Result } from "./result.ts";

/** The parameters of `listChanges`: `since` is the time of the list's data, `ids` are those of its reports. */
export interface ChangesQuery {
  filters: Filters;
  since: string;
  ids: readonly string[];
}

/** The response with parsed reports: `issues` are all reports of `ids` that still exist, `fresh` are newer ones. */
export type IssueChanges = Omit<WireChanges, "success" | "issues" | "fresh"> & { issues: Issue[]; fresh: Issue[] };

/** `GET /api/issues/changes`: the changes of a list since an instant. */
export async function listChanges({ filters, since, ids }: ChangesQuery): Promise<Result<IssueChanges>> {
  const query = new URLSearchParams({ ...filterParams(filters), since, ids: ids.join(",") });
  const result = await request<WireChanges>(`/api/issues/changes?${query}`);
  if (!result.ok) return result;
  const { issues, fresh, ...otherFields } = result.data;
  return { ok: true, data: { ...otherFields, issues: issues.map(fromWire), fresh: fresh.map(fromWire) } };
}
