import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { accountPassword, type MemberAct, nextSecond, passwordOnlyUpdate, usernameIds } from "@logbook/domain";
import type { UserRecord } from "firebase-admin/auth";
import { FieldValue } from "firebase-admin/firestore";
import { CommandError } from "../../suite/command-line/command.ts";
import type { Member, MemberDirectory } from "./directory.ts";

/** An action on one member; returns a sentence that says what was done. */
type Action = (directory: MemberDirectory, member: Member, options: { force: boolean }) => Promise<string>;

export const ACTIONS = {
  async grant(directory, { uid, username, isAdmin, disabled }) {
    if (isAdmin) return `${username} is an admin already.`;
    const batch = directory.db.batch();
    batch.update(directory.db.doc(`members/${uid}`), { isAdmin: true });
    // The members page makes no links for admins.
    batch.delete(directory.db.doc(`resetLinks/${uid}`));
    batch.create(...logEntry(directory, uid, "granted"));
    await batch.commit();
    return `${username} is an admin now.${disabled ? " The account is disabled, though: enable it with `enable`." : ""}`;
  },

  async revoke(directory, member, options) {
    if (!member.isAdmin) return `${member.username} is no admin.`;
    await updateUnlessLastAdmin(directory, member, options, { isAdmin: false });
    return `${member.username} is no admin any more. The change takes effect at once.`;
  },

  async disable(directory, member, options) {
    const { uid, username } = member;
    // The start of the next second: sessions that began earlier in the same second end, too.
    await updateUnlessLastAdmin(directory, member, options, { disabled: true, validSince: nextSecond(Date.now()) });
    if ((await findAccount(directory, uid)) === undefined)
      return `${username} is disabled, and has no account any more.`;
    await directory.auth.revokeRefreshTokens(uid);
    return `${username} is disabled and signed out everywhere.`;
  },

  async enable(directory, { uid, username }) {
    if ((await findAccount(directory, uid)) === undefined) throw noAccountError(username);
    // `disable` leaves the account at Auth enabled, but somebody may have disabled it in the Firebase console.
    await directory.auth.updateUser(uid, { disabled: false });
    const batch = directory.db.batch();
    // Somebody who waited for an admin, or was refused, is let in.
    const noState = { state: FieldValue.delete(), refusal: FieldValue.delete() };
    batch.update(directory.db.doc(`members/${uid}`), { disabled: false, ...noState });
    batch.create(...logEntry(directory, uid, "enabled"));
    await batch.commit();
    return `${username} is enabled and may sign in.`;
  },

  async "reset-password"(directory, { uid, username }) {
    const password = createPassword();
    const account = await findAccount(directory, uid);
    if (account === undefined) throw noAccountError(username);
    // As at registration, the password at Auth is made of a secret of 24 random bytes and the member's own password.
    const secret = randomBytes(24).toString("base64url");
    const references = usernameIds(username).map((id) => directory.db.doc(`usernames/${id}`));
    const reservations = await directory.db.getAll(...references);
    const ownReservation = reservations.find((reservation) => reservation.get("uid") === uid);
    await (ownReservation ?? reservations.at(-1)!).ref.update({ secret });
    // Somebody with a stolen token may have added another way to sign in or an email address of their own.
    // passwordOnlyUpdate() removes the other ways to sign in and replaces the email address by a made-up one.
    await directory.auth.updateUser(uid, {
      ...passwordOnlyUpdate(account, randomUUID()),
      password: accountPassword(secret, password),
    });
    await directory.auth.revokeRefreshTokens(uid);
    await directory.db.doc(`members/${uid}`).update({ validSince: nextSecond(Date.now()) });
    await directory.db.doc(`resetLinks/${uid}`).delete();
    return `${username} is signed out everywhere. The new password is ${password}`;
  },
} satisfies Record<string, Action>;
export type ActionName = keyof typeof ACTIONS;

/** An entry of the log that admins read on the members page, for the commit of the act. A command has no member as `by`. */
const logEntry = ({ db }: MemberDirectory, uid: string, kind: MemberAct) =>
  [db.collection("memberLog").doc(), { kind, by: "", member: uid, at: FieldValue.serverTimestamp() }] as const;

/** A member's account at Auth; `undefined` if somebody deleted it in the Firebase console. */
async function findAccount({ auth }: MemberDirectory, uid: string): Promise<UserRecord | undefined> {
  return (await auth.getUsers([{ uid }])).users[0];
}

function noAccountError(username: string): CommandError {
  return new CommandError(
    `${username} has no account any more, so nobody can sign in with this name. The member has to register under another name.`,
  );
}

/** Changes a member. Without `force`, throws for the last active admin. A transaction: two commands may run at once. */
async function updateUnlessLastAdmin(
  directory: MemberDirectory,
  { uid, username, isAdmin, disabled }: Member,
  { force }: { force: boolean },
  change: { isAdmin: false } | { disabled: true; validSince: Date },
): Promise<void> {
  const { db } = directory;
  await db.runTransaction(async (transaction) => {
    const admins = await transaction.get(db.collection("members").where("isAdmin", "==", true));
    const hasOtherAdmin = admins.docs.some((doc) => doc.id !== uid && doc.get("disabled") === false);
    // A member who is not an active admin may always be changed.
    if (isAdmin && !disabled && !hasOtherAdmin && !force)
      throw new CommandError(
        `${username} is the last admin who is not disabled. Make another member an admin first, or add --force.`,
      );
    transaction.update(db.doc(`members/${uid}`), change);
    transaction.delete(db.doc(`resetLinks/${uid}`));
    transaction.create(...logEntry(directory, uid, "disabled" in change ? "disabled" : "revoked"));
  });
}

// These letters are not easily confused when somebody reads a password out.
const CONSONANTS = "bdfghjkmnprstvwz";
const VOWELS = "aeiou";

/** Four made-up words and a number: easy to read out, and as hard to guess as 57 random bits. */
function createPassword(): string {
  const pickLetter = (letters: string): string => letters[randomInt(letters.length)]!;
  const createSyllable = (): string => pickLetter(CONSONANTS) + pickLetter(VOWELS);
  const createWord = (): string => createSyllable() + createSyllable();
  return [createWord(), createWord(), createWord(), createWord(), randomInt(10, 100)].join("-");
}
