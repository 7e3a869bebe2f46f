import { foldUsername } from "@logbook/domain";
import type { Auth } from "firebase-admin/auth";
import type { Firestore } from "firebase-admin/firestore";

/** A member, from `members/{uid}`. */
export interface Member {
  uid: string;
  username: string;
  isAdmin: boolean;
  disabled: boolean;
  /** Why a disabled member has no access, if no admin has disabled them: `waiting` or `refused`. */
  state?: string;
  /** ISO 8601; empty if the document has no date. */
  createdAt: string;
}

/** A project's members. The Admin SDK reads and changes them without the security rules. */
export interface MemberDirectory {
  auth: Auth;
  db: Firestore;
}

export async function listMembers({ db }: MemberDirectory): Promise<Member[]> {
  const { docs } = await db.collection("members").get();
  return docs
    .map((doc) => toMember(doc.id, doc.data()))
    .sort((a, b) => foldUsername(a.username).localeCompare(foldUsername(b.username)));
}

/** The member with this name, or with one that is the same when it is folded; `null` if there is none. */
export async function findMember(directory: MemberDirectory, username: string): Promise<Member | null> {
  const members = await listMembers(directory);
  // Of names that earlier versions told apart, such as Weiß and Weiss, the one that was typed comes first.
  const hasTypedName = (member: Member) => member.username === username.trim();
  const hasFoldedName = (member: Member) => foldUsername(member.username) === foldUsername(username);
  return members.find(hasTypedName) ?? members.find(hasFoldedName) ?? null;
}

function toMember(uid: string, data: FirebaseFirestore.DocumentData): Member {
  const createdAt: unknown = data.createdAt?.toDate?.();
  return {
    uid,
    username: String(data.username ?? ""),
    isAdmin: data.isAdmin === true,
    // As in the security rules: a document without this field disables the member.
    disabled: data.disabled !== false,
    ...(data.disabled !== false && typeof data.state === "string" && { state: data.state }),
    createdAt: createdAt instanceof Date ? createdAt.toISOString() : "",
  };
}

export function membersTable(members: readonly Member[]): string {
  if (members.length === 0) return "Nobody is registered yet.";
  const rows = [
    ["username", "role", "state", "registered", "id"],
    ...members.map(({ username, isAdmin, disabled, state = "disabled", createdAt, uid }) => [
      username,
      isAdmin ? "admin" : "member",
      disabled ? state : "enabled",
      // The date without the time.
      createdAt.slice(0, 10),
      uid,
    ]),
  ];
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const padCell = (cell: string, column: number): string => cell.padEnd(widths[column]!);
  return rows.map((row) => row.map(padCell).join("  ").trimEnd()).join("\n");
}

/** At most three names that contain a mistyped name, or differ from it in at most a third of its letters. */
export function nearNames(name: string, names: readonly string[]): string[] {
  const foldedName = foldUsername(name);
  // At least one letter may differ, however short the name is.
  const maxDistance = Math.max(1, Math.floor(foldedName.length / 3));
  return names
    .map((candidate) => ({ candidate, distance: distanceOf(foldedName, foldUsername(candidate)) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance || a.candidate.localeCompare(b.candidate))
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** The Levenshtein distance: the number of letters to insert, delete or replace. 0 if `candidate` contains `wanted`. */
function distanceOf(wanted: string, candidate: string): number {
  // A single letter is in too many names.
  if (wanted.length > 1 && candidate.includes(wanted)) return 0;
  let previousRow = [...Array(candidate.length + 1).keys()];
  for (let i = 1; i <= wanted.length; i += 1) {
    const currentRow = [i];
    for (let j = 1; j <= candidate.length; j += 1) {
      const replacement = previousRow[j - 1]! + (wanted[i - 1] === candidate[j - 1] ? 0 : 1);
      currentRow.push(Math.min(previousRow[j]! + 1, currentRow[j - 1]! + 1, replacement));
    }
    previousRow = currentRow;
  }
  return previousRow[candidate.length]!;
}
