import { ADMISSION_NOTICES, ADMISSIONS, type Admission, type Failure, LIMITS } from "@logbook/domain";
import { countDocuments, orThrow, readDocument, type StoredDocument } from "../firestore/documents.ts";
import { encodeFields, encodeValue } from "../firestore/values.ts";
import { deleteDocument, setDocument, updateDocument, type Write } from "../firestore/writes.ts";
import { type ApiResponse, failure, ok } from "../http/response.ts";

/** The document with the setting who comes in; missing until an admin first changes it. */
export const ADMISSION_PATH = "settings/members";

const CLOSED = failure("closed", ADMISSION_NOTICES.closed!);
const TOO_MANY_WAIT = failure("full", "Very many people wait to be let in already. Please try again in some days.");

/** The setting in its document: `open` if there is none, `closed` if it is malformed, which never lets anybody in. */
export function parseAdmission(document: StoredDocument | null): Admission {
  if (document === null) return "open";
  return ADMISSIONS.find((admission) => admission === document.data.admission) ?? "closed";
}

export const setAdmission = (admission: Admission): Write => setDocument(ADMISSION_PATH, encodeFields({ admission }));

/** A write that changes nothing, and is refused if the setting has changed since its document was read. */
export function keepAdmission(document: StoredDocument | null): Write {
  if (document === null) return { ...deleteDocument(ADMISSION_PATH), currentDocument: { exists: false } };
  const nothing = updateDocument(ADMISSION_PATH, { fields: {}, mask: [], serverTimes: [] });
  return { ...nothing, currentDocument: { updateTime: document.updateTime } };
}

/** Those who wait. `state` is removed when an admin lets them in. */
export const WAITING_MEMBERS = {
  from: [{ collectionId: "members" }],
  where: { fieldFilter: { field: { fieldPath: "state" }, op: "EQUAL", value: encodeValue("waiting") } },
};

export async function countWaiting(): Promise<number> {
  return orThrow(await countDocuments(WAITING_MEMBERS)).count;
}

/** The failure if nobody, or nobody more, can register; `null` otherwise. */
export async function admissionFailure(admission: Admission): Promise<Failure | null> {
  if (admission === "closed") return CLOSED;
  const isFull = admission === "approval" && (await countWaiting()) >= LIMITS.waitingMembers;
  return isFull ? TOO_MANY_WAIT : null;
}

/** Tells a visitor before they fill in the form whether they can register. */
export async function readRegistration(): Promise<ApiResponse> {
  const admission = parseAdmission(await readDocument(ADMISSION_PATH));
  return ok({ admission, notice: ADMISSION_NOTICES[admission] });
}
