import type {
  Amendment,
  Attachment,
  Correction,
  CreateIssue,
  EditReport,
  FollowMode,
  Status,
  WireIssue,
} from "@logbook/domain";
import { request, sendWrite } from "./http.ts";
import { queryClient } from "./query-client.ts";

const ID_CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A new random id that the domain's `isId` accepts: 20 characters of 6 bits each. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => ID_CHARACTERS[byte & 63]).join("");
}

/** `POST /api/issues` (section 7). The page makes the `id`, so that a retry does not file the report twice. */
export const createIssue = (body: Omit<CreateIssue, "attachments"> & { attachments: Attachment[] }) =>
  request<{ success: true; issue: WireIssue }>("/api/issues", { method: "POST", body });

/** `PUT /api/issues/{id}` (section 7): a status step. The API refuses it if the report's status is no longer `from`. */
export const stepIssue = ({ id, ...body }: { id: string; from: Status; status: Status; userId: string }) =>
  request<{ success: true; issue: WireIssue }>(`/api/issues/${id}`, { method: "PUT", body });

/** `DELETE /api/issues/{id}` (section 7). */
export const deleteIssue = ({ id, userId }: { id: string; userId: string }) =>
  request<{ success: true }>(`/api/issues/${id}`, { method: "DELETE", body: { userId } });

/** `POST /api/trash/{id}/restore`: restores a deleted report; also succeeds if it is already restored. For admins. */
export const restoreIssue = (id: string) =>
  request<{ issue: WireIssue }>(`/api/trash/${id}/restore`, { method: "POST", body: {} });

/** `POST /api/issues/amendment` (section 7). The page makes the `id`, so that a retry adds no second amendment. */
export const addAmendment = (body: { id: string; issueId: string; text: string; userId: string; username: string }) =>
  sendWrite("/api/issues/amendment", { method: "POST", body });

/** `PUT /api/issues/{id}/vote`: votes for a report, or withdraws the vote. */
export const castVote = (id: string, voted: boolean) =>
  sendWrite(`/api/issues/${id}/vote`, { method: "PUT", body: { voted } });

/** `PUT /api/issues/{id}/follow`: how the user follows a report from now on. */
export const storeFollowMode = (id: string, mode: FollowMode) =>
  sendWrite(`/api/issues/${id}/follow`, { method: "PUT", body: { mode } });

// In the body of each edit, `from` is the `editedAt` of the text that the page shows (`""` if the text was never
// edited): the API refuses to overwrite a newer text.

/** `PUT /api/issues/{id}/texts`: the reporter's edit. */
export const editReport = (id: string, body: EditReport) =>
  request<{ issue: WireIssue }>(`/api/issues/${id}/texts`, { method: "PUT", body });

/** `PUT /api/issues/{id}/correction`: changes title and priority; for admins. */
export const correctReport = (id: string, body: Correction) =>
  request<{ issue: WireIssue }>(`/api/issues/${id}/correction`, { method: "PUT", body });

/** `PUT /api/issues/{issueId}/amendments/{id}`: the author's edit. */
export const editAmendment = (
  issueId: string,
  { id, ...body }: { id: string; text: string; from: string; userId: string },
) => request<{ amendment: Amendment }>(`/api/issues/${issueId}/amendments/${id}`, { method: "PUT", body });

/** Refetches the reports on the screen and removes all others from the cache. Resolves after the refetch. */
export async function reloadIssues(): Promise<void> {
  await Promise.all([reload("issues"), reload("report")]);
}

export async function reloadIssuesAndTrash(): Promise<void> {
  await Promise.all([reloadIssues(), reload("trash")]);
}

async function reload(queryName: string): Promise<void> {
  // A cached list would first appear with its old reports, and its cards would move while the user reads them.
  queryClient.removeQueries({ queryKey: [queryName], type: "inactive" });
  await queryClient.invalidateQueries({ queryKey: [queryName] });
}
