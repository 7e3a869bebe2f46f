import {
  type ClosingReason,
  type Issue,
  toSimilar,
  type WireReportPage,
  type WireSimilarReport,
} from "@logbook/domain";
import { request, sendWrite } from "../../shared/api/http.ts";
import { failureOf, unwrap } from "../../shared/api/result.ts";

/** How a report is closed: `of` is the id of the report of which it is a duplicate. `null`: not at all. */
export interface ClosingChange {
  reason: ClosingReason | null;
  of?: string;
}

/** `PUT /api/issues/{id}/closing`, for admins. */
export const closeReport = (id: string, body: ClosingChange & { userId: string }) =>
  sendWrite(`/api/issues/${id}/closing`, { method: "PUT", body });

/** How a report is closed now, in the form in which `closeReport` restores it. */
export function closingOf({ closedAs, duplicateOf }: Issue): ClosingChange {
  if (duplicateOf !== undefined) return { reason: "duplicate", of: duplicateOf.id };
  return { reason: closedAs ?? null };
}

/** `GET /api/reports/{number}`; `null` if there is no report with this number. */
export async function findByNumber(number: string, signal: AbortSignal): Promise<WireSimilarReport | null> {
  try {
    return toSimilar((await unwrap(request<WireReportPage>(`/api/reports/${number}`, { signal }))).issue);
  } catch (error) {
    if (failureOf(error)?.code === "not-found") return null;
    throw error;
  }
}
