import type { WireIssue, WireSimilarReport } from "@logbook/domain";
import { request } from "../../shared/api/http.ts";

/** `PUT /api/issues/{id}/assignee`: the user takes the report, or nobody has it. `from`: the shown assignee or `""`. */
export const assignReport = ({ id, ...body }: { id: string; taken: boolean; from: string; userId: string }) =>
  request<{ issue: WireIssue }>(`/api/issues/${id}/assignee`, { method: "PUT", body });

/** `PUT /api/issues/{id}/pin`: shows the report above the list, or no longer. */
export const pinReport = ({ id, ...body }: { id: string; pinned: boolean; userId: string }) =>
  request<{ pinned: WireSimilarReport[] }>(`/api/issues/${id}/pin`, { method: "PUT", body });
