import { foldUsername, LIMITS, pageInfo, paginate, type WireMember } from "@logbook/domain";
import type { CollectionReference, DocumentData } from "firebase-admin/firestore";
import { parseMember } from "../accounts/member.ts";
import { adminDb } from "../firestore/admin.ts";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { type ApiResponse, ok } from "../http/response.ts";
import { withTimeout } from "../http/timeout.ts";

const PAGE_SIZE = LIMITS.adminPageSize;

/** A page of the members, sorted by name; with `search` only members whose name contains it, ignoring case. */
export async function listMembers({ page, search }: { page: number; search: string }): Promise<ApiResponse> {
  const db = await adminDb();
  // Firestore returns these documents sorted by name, because their ids are the folded names.
  const names = db.collection("usernames");
  const foldedSearch = foldUsername(search);
  const isSearch = foldedSearch !== "";
  const uidPage = await withTimeout(isSearch ? searchPage(names, foldedSearch, page) : readPage(names, page));
  const references = uidPage.uids.map((uid) => db.doc(`members/${uid}`));
  const documents = references.length === 0 ? [] : await withTimeout(db.getAll(...references));
  const members = documents.flatMap((document) => toWireMember(document.id, document.data()) ?? []);
  return ok({ members, page: uidPage.page });
}

/** A member in the JSON for admins; `null` if the member document is missing or has no username. */
export function toWireMember(uid: string, data: DocumentData | undefined): WireMember | null {
  const member = parseMember(data);
  if (member === null) return null;
  const { username, isAdmin, disabled } = member;
  return { id: uid, username, isAdmin, disabled, createdAt: parseTimestamp(data?.createdAt) ?? "" };
}

async function readPage(names: CollectionReference, pageNumber: number) {
  const { count } = (await names.count().get()).data();
  const page = pageInfo(count, pageNumber, PAGE_SIZE);
  const { docs } = await names
    .offset((page.number - 1) * PAGE_SIZE)
    .limit(PAGE_SIZE)
    .get();
  return { uids: docs.map((document) => String(document.get("uid"))), page };
}

// Firestore has no substring search, so all names are read; 10,000 names are about 1 MB.
async function searchPage(names: CollectionReference, search: string, pageNumber: number) {
  const { docs } = await names.get();
  // Names of earlier versions are folded less.
  const matching = docs.filter(({ id }) => foldUsername(id).includes(search));
  const { items, page } = paginate(matching, pageNumber, PAGE_SIZE);
  return { uids: items.map((document) => String(document.get("uid"))), page };
}
