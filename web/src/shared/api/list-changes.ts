import { type Filters, fromWire, type Issue, type WireChanges } from "@logbook/domain";
import { request } from "./http.ts";
import { filterParams } from "./list-issues.ts";
import type { Result } from "./result.ts";

/** The parameters of `listChanges`: `since` is an instant, `ids` are the reports that the list shows. */
export interface ChangesQuery {
  filters: Filters;
  since: string;
  ids: readonly string[];
}

export type IssueChanges = Omit<WireChanges, "success" | "issues" | "fresh"> & { issues: Issue[]; fresh: Issue[] };

/** `GET /api/issues/changes`: what has changed in a list since an instant. */
export async function listChanges({ filters, since, ids }: ChangesQuery): Promise<Result<IssueChanges>> {
  const query = new URLSearchParams({ ...filterParams(filters), since, ids: ids.join(",") });
  const result = await request<WireChanges>(`/api/issues/changes?${query}`);
  if (!result.ok) return result;
  const { issues, fresh, ...rest } = result.data;
  return { ok: true, data: { ...rest, issues: issues.map(fromWire), fresh: fresh.map(fromWire) } };
}
