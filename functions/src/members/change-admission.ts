import type { Admission } from "@logbook/domain";
import { parseAdmission, setAdmission } from "../accounts/admission.ts";
import { logAct } from "../accounts/member-log.ts";
import type { Caller } from "../accounts/session.ts";
import type { StoredDocument } from "../firestore/documents.ts";
import type { Commit } from "../firestore/writes.ts";
import { type ApiResponse, ok } from "../http/response.ts";

/** Sets who comes in. Those who wait go on waiting, whatever the new setting is. */
export function changeAdmission(
  caller: Caller,
  setting: StoredDocument | null,
  admission: Admission,
): Commit | ApiResponse {
  const from = parseAdmission(setting);
  if (from === admission) return ok({ admission });
  return {
    writes: [setAdmission(admission), logAct({ kind: "admission", by: caller.uid, from, to: admission })],
    respond: () => ok({ admission }),
  };
}
