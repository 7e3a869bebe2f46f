import { foldUsername, LIMITS, type PageInfo, pageInfo, paginate, type WireMember } from "@logbook/domain";
import type { CollectionReference, DocumentData } from "firebase-admin/firestore";
import { readMember } from "../accounts/member.ts";
import { adminDb } from "../firestore/admin.ts";
import { readInstant } from "../firestore/stored-report.ts";
import { type Answer, ok } from "../http/answer.ts";
import { within } from "../http/timeout.ts";

const TIMEOUT_MS = 10_000;
const SIZE = LIMITS.adminPageSize;

/** One page of the members, by name; with `search` those whose name holds it, in any case. */
export async function listMembers({ page, search }: { page: number; search: string }): Promise<Answer> {
  const db = await adminDb();
  // Reserved names are in alphabetical order already: their ids are the names, folded.
  const names = db.collection("usernames");
  const part = foldUsername(search);
  const found = await within(TIMEOUT_MS, part === "" ? pageOfAll(names, page) : pageOfMatching(names, part, page));
  const paths = found.uids.map((uid) => db.doc(`members/${uid}`));
  const documents = paths.length === 0 ? [] : await within(TIMEOUT_MS, db.getAll(...paths));
  const members = documents.flatMap((document) => toWireMember(document.id, document.data()) ?? []);
  return ok({ members, page: found.page });
}

/** A member as the wire shows them to admins; `null` where there is none. */
export function toWireMember(uid: string, data: DocumentData | undefined): WireMember | null {
  const member = readMember(data);
  if (member === null) return null;
  const { username, isAdmin, disabled } = member;
  return { id: uid, username, isAdmin, disabled, createdAt: readInstant(data?.createdAt) ?? "" };
}

interface Found {
  uids: string[];
  page: PageInfo;
}

async function pageOfAll(names: CollectionReference, number: number): Promise<Found> {
  const page = pageInfo((await names.count().get()).data().count, number, SIZE);
  const { docs } = await names
    .offset((page.number - 1) * SIZE)
    .limit(SIZE)
    .get();
  return { uids: docs.map((document) => String(document.get("uid"))), page };
}

// Firestore finds no parts of words, so all names are looked through: ten thousand are a megabyte or so.
async function pageOfMatching(names: CollectionReference, part: string, number: number): Promise<Found> {
  const { docs } = await names.get();
  const { items, page } = paginate(
    docs.filter(({ id }) => id.includes(part)),
    number,
    SIZE,
  );
  return { uids: items.map((document) => String(document.get("uid"))), page };
}
