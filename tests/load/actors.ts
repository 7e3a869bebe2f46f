import { openSession } from "../support/actors.ts";
import { auth, db } from "../support/suite.ts";

/** A user of the logbook; the token is valid for an hour. */
export interface LoadUser {
  username: string;
  token: string;
}

/** Creates members and admins directly in the stores, because the API limits registrations. */
export async function createUsers(
  runWord: string,
  memberCount: number,
  adminCount: number,
): Promise<{ members: LoadUser[]; admins: LoadUser[] }> {
  // Normally the first registration creates the board.
  const board = db.doc("boards/main");
  if (!(await board.get()).exists) await board.create({ revision: 0, changedAt: new Date(), issueId: "" });
  const createUser = async (username: string, role: "member" | "admin"): Promise<LoadUser> => {
    const isAdmin = role === "admin";
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
  const createMany = (count: number, role: "member" | "admin"): Promise<LoadUser[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => createUser(`${runWord}-${role}-${index}`, role)));
  return { members: await createMany(memberCount, "member"), admins: await createMany(adminCount, "admin") };
}
