import { foldUsername, LIMITS, pageInfo, paginate, type WireMember } from "@logbook/domain";
import { parseMember } from "../accounts/member.ts";
import {
  countDocuments,
  isUid,
  orThrow,
  queryDocuments,
  readDocuments,
  type StoredDocument,
} from "../firestore/documents.ts";
import { parseTimestamp, type StoredData } from "../firestore/stored-report.ts";
import { type ApiResponse, ok } from "../http/response.ts";

const PAGE_SIZE = LIMITS.adminPageSize;

/** A page of the members, sorted by name; with `search` only members whose name contains it, ignoring case. */
export async function listMembers({ page, search }: { page: number; search: string }): Promise<ApiResponse> {
  const foldedSearch = foldUsername(search);
  const uidPage = await (foldedSearch === "" ? readPage(page) : searchPage(foldedSearch, page));
  const paths = uidPage.uids.map((uid) => `members/${uid}`);
  const { documents } = paths.length === 0 ? { documents: [] } : orThrow(await readDocuments(paths));
  const members = documents.flatMap((document) => toWireMember(document?.id ?? "", document?.data) ?? []);
  return ok({ members, page: uidPage.page });
}

/** A member in the JSON for admins; `null` if the member document is missing or has no username. */
export function toWireMember(uid: string, data: StoredData | undefined): WireMember | null {
  const member = parseMember(data);
  if (member === null) return null;
  const { username, isAdmin, disabled } = member;
  return { id: uid, username, isAdmin, disabled, createdAt: parseTimestamp(data?.createdAt) ?? "" };
}

// Firestore returns these documents sorted by name, because their ids are the folded names.
const NAMES = { from: [{ collectionId: "usernames" }] };
const UID_ONLY = { select: { fields: [{ fieldPath: "uid" }] } };

async function readPage(pageNumber: number) {
  const { count } = orThrow(await countDocuments(NAMES));
  const page = pageInfo(count, pageNumber, PAGE_SIZE);
  const range = { offset: (page.number - 1) * PAGE_SIZE, limit: PAGE_SIZE };
  const { documents } = orThrow(await queryDocuments({ ...NAMES, ...UID_ONLY, ...range }));
  return { uids: uidsOf(documents), page };
}

// Firestore has no substring search, so all names are read; 10,000 names are about 1 MB.
async function searchPage(search: string, pageNumber: number) {
  const { documents } = orThrow(await queryDocuments({ ...NAMES, ...UID_ONLY }));
  // Names of earlier versions are folded less.
  const matching = documents.filter(({ id }) => foldUsername(id).includes(search));
  const { items, page } = paginate(matching, pageNumber, PAGE_SIZE);
  return { uids: uidsOf(items), page };
}

const uidsOf = (names: readonly StoredDocument[]) => names.map(({ data }) => data.uid).filter(isUid);
