import { fromWire, type Issue, type WireIssue } from "@logbook/domain";
import { request } from "./http.ts";
import type { Result } from "./result.ts";

/** `GET /api/issues/{id}`: one report with all its fields. */
export async function readIssue(id: string, signal?: AbortSignal): Promise<Result<Issue>> {
  const result = await request<{ issue: WireIssue }>(`/api/issues/${id}`, { signal });
  return result.ok ? { ok: true, data: fromWire(result.data.issue) } : result;
}
