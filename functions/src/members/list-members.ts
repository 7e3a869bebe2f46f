import { foldUsername, LIMITS, type PageInfo, pageInfo, paginate, type WireMember } from "@logbook/domain";
import type { CollectionReference, DocumentData } from "firebase-admin/firestore";
import { readMember } from "../accounts/member.ts";
import { adminDb } from "../firestore/admin.ts";
import { readTimestamp } from "../firestore/stored-report.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import { withTimeout } from "../http/timeout.ts";

const PAGE_SIZE = LIMITS.adminPageSize;

/** A page of the members by name; with `search` only those whose name contains it, ignoring case. */
export async function listMembers({ page, search }: { page: number; search: string }): Promise<ApiResponse> {
  const db = await adminDb();
  // Firestore returns these documents sorted by name, because their ids are the folded names.
  const names = db.collection("usernames");
  const folded = foldUsername(search);
  const found = await withTimeout(folded === "" ? readPageOfAll(names, page) : readPageOfMatching(names, folded, page));
  const paths = found.uids.map((uid) => db.doc(`members/${uid}`));
  const documents = paths.length === 0 ? [] : await withTimeout(db.getAll(...paths));
  const members = documents.flatMap((document) => toWireMember(document.id, document.data()) ?? []);
  return ok({ members, page: found.page });
}

/** A member in the JSON for admins; `null` if the document is missing. */
export function toWireMember(uid: string, data: DocumentData | undefined): WireMember | null {
  const member = readMember(data);
  if (member === null) return null;
  const { username, isAdmin, disabled } = member;
  return { id: uid, username, isAdmin, disabled, createdAt: readTimestamp(data?.createdAt) ?? "" };
}

interface UidPage {
  uids: string[];
  page: PageInfo;
}

async function readPageOfAll(names: CollectionReference, pageNumber: number): Promise<UidPage> {
  const page = pageInfo((await names.count().get()).data().count, pageNumber, PAGE_SIZE);
  const { docs } = await names
    .offset((page.number - 1) * PAGE_SIZE)
    .limit(PAGE_SIZE)
    .get();
  return { uids: docs.map((document) => String(document.get("uid"))), page };
}

// Firestore has no substring search, so all names are read; 10,000 of them are about 1 MB.
async function readPageOfMatching(names: CollectionReference, search: string, pageNumber: number): Promise<UidPage> {
  const { docs } = await names.get();
  const { items, page } = paginate(
    docs.filter(({ id }) => id.includes(search)),
    pageNumber,
    PAGE_SIZE,
  );
  return { uids: items.map((document) => String(document.get("uid"))), page };
}
