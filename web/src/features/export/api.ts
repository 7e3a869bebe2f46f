import type { WireExport, WireExportPart } from "@logbook/domain";
import { request } from "../../shared/api/http.ts";
import { filterParams, type ListView } from "../list/index.ts";

/** `GET /api/export`: the ids of a list's reports on all its pages; for admins. */
export function startExport({ filters, sort }: Pick<ListView, "filters" | "sort">, signal: AbortSignal) {
  return request<WireExport>(`/api/export?${new URLSearchParams({ ...filterParams(filters), sort })}`, { signal });
}

/** `GET /api/export/reports`: as many whole reports of these ids as fit into one response; for admins. */
export function readExportPart(ids: readonly string[], since: string, signal: AbortSignal) {
  const query = new URLSearchParams({ since, ids: ids.join(",") });
  return request<WireExportPart>(`/api/export/reports?${query}`, { signal });
}
