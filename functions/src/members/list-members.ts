import { foldUsername, LIMITS, pageInfo, paginate, type WireMember } from "@logbook/domain";
import { ADMISSION_PATH, countWaiting, parseAdmission, WAITING_MEMBERS } from "../accounts/admission.ts";
import { parseMember } from "../accounts/member.ts";
import { readChat } from "../chat/chat-setting.ts";
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

/**
 * A page of the members, sorted by name; with `search` only members whose name contains it, ignoring case. The first
 * page without a search also has the members who have waited longest, instead of among the others.
 */
export async function listMembers({ page, search }: { page: number; search: string }): Promise<ApiResponse> {
  const foldedSearch = foldUsername(search);
  const hasWaiting = page === 1 && foldedSearch === "";
  const [uidPage, waiting, waitingTotal, chat] = await Promise.all([
    foldedSearch === "" ? readPage(page) : searchPage(foldedSearch, page),
    hasWaiting ? readWaiting() : [],
    countWaiting(),
    readChat(),
  ]);
  const waitingUids = new Set(waiting.map(({ id }) => id));
  const paths = uidPage.uids.filter((uid) => !waitingUids.has(uid)).map((uid) => `members/${uid}`);
  const { documents } = orThrow(await readDocuments([ADMISSION_PATH, ...paths]));
  const [setting = null, ...memberDocuments] = documents;
  const members = memberDocuments.flatMap((document) => toWireMember(document?.id ?? "", document?.data) ?? []);
  const settings = { admission: parseAdmission(setting), ...(chat !== null && { chat }) };
  return ok({ members, page: uidPage.page, waiting, waitingTotal, ...settings });
}

async function readWaiting(): Promise<WireMember[]> {
  const { documents } = orThrow(
    await queryDocuments({
      ...WAITING_MEMBERS,
      orderBy: [{ field: { fieldPath: "createdAt" }, direction: "ASCENDING" }],
      limit: PAGE_SIZE,
    }),
  );
  return documents.flatMap(({ id, data }) => toWireMember(id, data) ?? []);
}

/** A member in the JSON for admins; `null` if the member document is missing or has no username. */
export function toWireMember(uid: string, data: StoredData | undefined): WireMember | null {
  const member = parseMember(data);
  if (member === null) return null;
  const { username, isAdmin, disabled, state } = member;
  const createdAt = parseTimestamp(data?.createdAt) ?? "";
  return { id: uid, username, isAdmin, disabled, createdAt, ...(state !== undefined && { state }) };
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
