import { ADMISSIONS, LIMITS, MEMBER_ACTS, pageInfo, type WireMemberAct } from "@logbook/domain";
import { parseMember } from "../accounts/member.ts";
import {
  countDocuments,
  isUid,
  orThrow,
  queryDocuments,
  readDocuments,
  type StoredDocument,
} from "../firestore/documents.ts";
import { parseTimestamp } from "../firestore/stored-report.ts";
import { type ApiResponse, ok } from "../http/response.ts";

const ACTS = { from: [{ collectionId: "memberLog" }] };

/** A page of the log of members, the last act first. */
export async function listActs(pageNumber: number): Promise<ApiResponse> {
  const { count } = orThrow(await countDocuments(ACTS));
  const page = pageInfo(count, pageNumber, LIMITS.adminPageSize);
  const { documents } = orThrow(
    await queryDocuments({
      ...ACTS,
      orderBy: [{ field: { fieldPath: "at" }, direction: "DESCENDING" }],
      offset: (page.number - 1) * page.size,
      limit: page.size,
    }),
  );
  const names = await readNames(documents.flatMap(({ data }) => [data.by, data.member]).filter(isUid));
  return ok({ acts: documents.flatMap((document) => toWireAct(document, names) ?? []), page });
}

async function readNames(uids: readonly string[]): Promise<ReadonlyMap<unknown, string>> {
  if (uids.length === 0) return new Map();
  const { documents } = orThrow(await readDocuments([...new Set(uids)].map((uid) => `members/${uid}`)));
  // A document is `null` if the member was deleted.
  return new Map(documents.map((document) => [document?.id, parseMember(document?.data)?.username ?? ""]));
}

function toWireAct({ id, data }: StoredDocument, names: ReadonlyMap<unknown, string>): WireMemberAct | null {
  const kind = MEMBER_ACTS.find((possibleKind) => possibleKind === data.kind);
  if (kind === undefined) return null;
  const [from, to] = [data.from, data.to].map((value) => ADMISSIONS.find((admission) => admission === value));
  return {
    id,
    kind,
    by: names.get(data.by) ?? "",
    member: names.get(data.member) ?? "",
    at: parseTimestamp(data.at) ?? "",
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(typeof data.word === "string" && { word: data.word }),
  };
}
