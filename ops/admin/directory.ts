import { foldUsername } from "@logbook/domain";
import { type App, deleteApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import { type DocumentReference, getFirestore } from "firebase-admin/firestore";

/** A member, from `members/{uid}`. */
export interface Member {
  uid: string;
  username: string;
  isAdmin: boolean;
  disabled: boolean;
  /** ISO 8601; empty if the document has no date. */
  createdAt: string;
}

// A document's id that Firestore accepts: no slash, not `.` or `..`, not `__…__`, at most 1,500 bytes.
const ID_PATTERN = /^(?!\.{1,2}$|__.*__$)[^/]+$/s;
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

/** The member with this name, in upper or lower case; `null` if there is none. */
export async function findMember(directory: MemberDirectory, username: string): Promise<Member | null> {
  if (!canBeId(foldUsername(username))) return null;
  const uid: unknown = (await nameRef(directory, username).get()).get("uid");
  if (typeof uid !== "string") return null;
  const document = await memberRef(directory, uid).get();
  return document.exists ? toMember(uid, document.data() ?? {}) : null;
}

/** Whether Firestore accepts the text as a document's id. A read with any other id would throw. */
function canBeId(text: string): boolean {
  return ID_PATTERN.test(text) && Buffer.byteLength(text) <= MAX_ID_BYTES;
}

function toMember(uid: string, data: FirebaseFirestore.DocumentData): Member {
  const createdAt: unknown = data.createdAt?.toDate?.();
  return {
    uid,
    username: String(data.username ?? ""),
    isAdmin: data.isAdmin === true,
    // As in the security rules: a document without this field disables the member.
    disabled: data.disabled !== false,
    createdAt: createdAt instanceof Date ? createdAt.toISOString() : "",
  };
}
