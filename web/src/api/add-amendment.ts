import type { Amendment } from "@logbook/domain";
import { request } from "./http.ts";

/** A follow-up note; a client-made `id` makes a retry harmless. */
export interface NewAmendment {
  id: string;
  issueId: string;
  text: string;
  userId: string;
  username: string;
}

/** `POST /api/issues/amendment` (section 7). */
export const addAmendment = (body: NewAmendment) =>
  request<{ success: true; amendment: Amendment }>("/api/issues/amendment", { method: "POST", body });
