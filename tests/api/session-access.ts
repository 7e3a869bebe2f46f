import { call, type Person, upload } from "../support/actors.ts";
import { uniqueId } from "../support/suite.ts";
import { callFirestore } from "./direct-requests.ts";

const uploadFile = (person: Person): Promise<number> =>
  upload(person, `attachments/${person.uid}/${uniqueId("i")}/f1`, new TextEncoder().encode("It broke."), "text/plain");

/** The HTTP statuses that the session of a person's ID token gets from the API, Firestore and Storage. */
export async function accessStatuses(person: Person): Promise<number[]> {
  return [
    (await call("GET", "/api/me", { as: person })).status,
    (await callFirestore(person, "GET", `/members/${person.uid}`)).status,
    (await callFirestore(person, "GET", "/boards/main")).status,
    await uploadFile(person),
  ];
}

/** The result of `accessStatuses` for a valid session. */
export const VALID_SESSION = [200, 200, 200, 200];
/** The result of `accessStatuses` for an ended session, or without a session. */
export const ENDED_SESSION = [401, 403, 403, 403];
