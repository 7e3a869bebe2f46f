import { requestDone } from "./http.ts";

/** A new amendment. The client makes its `id`, so that a retry does not add it twice. */
export interface NewAmendment {
  id: string;
  issueId: string;
  text: string;
  userId: string;
  username: string;
}

/** `POST /api/issues/amendment` (section 7). */
export const addAmendment = (body: NewAmendment) => requestDone("/api/issues/amendment", { method: "POST", body });
