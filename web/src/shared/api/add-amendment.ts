import { requestDone } from "./http.ts";

/** A follow-up note; a client-made `id` makes a retry harmless. */
export interface NewAmendment {
  id: string;
  issueId: string;
  text: string;
  userId: string;
  username: string;
}

/** `POST /api/issues/amendment`; of the answer only the ok status is read (section 7). */
export const addAmendment = (body: NewAmendment) => requestDone("/api/issues/amendment", { method: "POST", body });
