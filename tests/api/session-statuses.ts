import { call, type Person, upload } from "../support/people.ts";
import { readStraight } from "../support/straight.ts";
import { unique } from "../support/suite.ts";

const uploadOne = (person: Person): Promise<number> =>
  upload(person, `attachments/${person.uid}/${unique("i")}/f1`, new TextEncoder().encode("It broke."), "text/plain");

/** What a session can do: at the API, straight at Firestore and straight at Storage. */
export async function statusesOf(person: Person): Promise<number[]> {
  return [
    (await call("GET", "/api/me", { as: person })).status,
    await readStraight(person, `members/${person.uid}`),
    await readStraight(person, "boards/main"),
    await readStraight(person, "issues?pageSize=1"),
    await uploadOne(person),
  ];
}
/** Of a session that goes on. */
export const OPEN = [200, 200, 200, 200, 200];
/** Of one that has ended, or never was one. */
export const ENDED = [401, 403, 403, 403, 403];
