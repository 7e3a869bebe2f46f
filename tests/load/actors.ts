import { openSession } from "../support/actors.ts";
import { auth, db } from "../support/suite.ts";

/** A user of the logbook; the token lasts for an hour. */
export interface Visitor {
  username: string;
  token: string;
}

/** Makes members and admins around the API, whose limits on registration are not what is looked at here. */
export async function createVisitors(
  run: string,
  members: number,
  admins: number,
): Promise<{ members: Visitor[]; admins: Visitor[] }> {
  const board = db.doc("boards/main");
  if (!(await board.get()).exists) await board.create({ revision: 0, changedAt: new Date(), issueId: "" });
  const make = async (username: string, isAdmin: boolean): Promise<Visitor> => {
    const { uid } = await auth.createUser({ email: `${username}@members.invalid`, password: "correct horse" });
    const now = Date.now();
    const member = { username, isAdmin, disabled: false, validSince: new Date(now - 60_000), createdAt: new Date(now) };
    await db
      .batch()
      .create(db.doc(`usernames/${username}`), { uid })
      .create(db.doc(`members/${uid}`), member)
      .commit();
    return { username, token: await openSession(uid) };
  };
  const all = (count: number, role: string): Promise<Visitor[]> =>
    Promise.all(Array.from({ length: count }, (_, at) => make(`${run}-${role}-${at}`, role === "admin")));
  return { members: await all(members, "member"), admins: await all(admins, "admin") };
}
