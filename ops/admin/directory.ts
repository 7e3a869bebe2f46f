import { foldUsername } from "@logbook/domain";
import { type App, deleteApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import { type DocumentReference, getFirestore } from "firebase-admin/firestore";

/** A member, from `members/{uid}`, with dates as ISO 8601. */
export interface Member {
  uid: string;
  username: string;
  isAdmin: boolean;
  disabled: boolean;
  createdAt: string;
}

const MAX_ID_BYTES = 1500;

/** Opens the directory of a project's members. The Admin SDK reads and changes them without the security rules. */
export function openMemberDirectory(app: App) {
  return { auth: getAuth(app), db: getFirestore(app), close: () => deleteApp(app) };
}

export type MemberDirectory = ReturnType<typeof openMemberDirectory>;

export function memberRef({ db }: MemberDirectory, uid: string): DocumentReference {
  return db.doc(`members/${uid}`);
}

/** The document that reserves a member's name. */
export function nameRef({ db }: MemberDirectory, username: string): DocumentReference {
  return db.doc(`usernames/${foldUsername(username)}`);
}

export async function listMembers({ db }: MemberDirectory): Promise<Member[]> {
  const { docs } = await db.collection("members").get();
  return docs
    .map((doc) => toMember(doc.id, doc.data()))
    .sort((a, b) => foldUsername(a.username).localeCompare(foldUsername(b.username)));
}

/** The member of that name, in any spelling of upper and lower case, or `null`. */
export async function findMember(directory: MemberDirectory, username: string): Promise<Member | null> {
  const folded = foldUsername(username);
  if (!canBeId(folded)) return null;
  const uid: unknown = (await nameRef(directory, username).get()).get("uid");
  if (typeof uid !== "string") return null;
  const document = await memberRef(directory, uid).get();
  return document.exists ? toMember(uid, document.data() ?? {}) : null;
}

/** Whether Firestore accepts the text as a document's id. A read with any other id would throw. */
function canBeId(text: string): boolean {
  return /^(?!\.{1,2}$|__.*__$)[^/]+$/s.test(text) && Buffer.byteLength(text) <= MAX_ID_BYTES;
}

function toMember(uid: string, data: FirebaseFirestore.DocumentData): Member {
  const created: unknown = data.createdAt?.toDate?.();
  return {
    uid,
    username: String(data.username ?? ""),
    isAdmin: data.isAdmin === true,
    disabled: data.disabled !== false,
    createdAt: created instanceof Date ? created.toISOString() : "",
  };
}
