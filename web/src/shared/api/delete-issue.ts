import { request } from "./http.ts";

/** `DELETE /api/issues/{id}` (section 7). */
export const deleteIssue = ({ id, userId }: { id: string; userId: string }) =>
  request<{ success: true }>(`/api/issues/${id}`, { method: "DELETE", body: { userId } });
