import {
  type Amendment,
  type Failure,
  LIMITS,
  type OwnEvent,
  type OwnReport,
  type WireOwnData,
  type WireOwnEvents,
} from "@logbook/domain";
import { toUser } from "../accounts/member.ts";
import type { Caller } from "../accounts/session.ts";
import type { Board } from "../board/board.ts";
import { reportsNaming } from "../board/reports-naming.ts";
import { readOwnEntries } from "../changelog/list-entries.ts";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import { queryDocuments, type StoredDocument } from "../firestore/documents.ts";
import { documentName } from "../firestore/rest.ts";
import {
  amendmentFiles,
  parseBallot,
  parseStoredReport,
  parseTimestamp,
  type StoredData,
} from "../firestore/stored-report.ts";
import { encodeValue } from "../firestore/values.ts";
import { type ApiResponse, ok, UNAVAILABLE } from "../http/response.ts";
import { countAttempt, countersOf } from "../limits/counters.ts";
import { parseFollows } from "../news/follows.ts";
import { readReportsPart } from "../reports/report-parts.ts";
import { parseSavedViews } from "../views/saved-views.ts";

/** The documents of a member, besides the reports. Only the caller's uid decides which ones are read. */
export const readsOfOwnData = ({ uid }: { uid: string }) => ({
  member: `members/${uid}`,
  ballot: `ballots/${uid}`,
  follows: `follows/${uid}`,
  views: `views/${uid}`,
});

type OwnDocuments = { [Name in keyof ReturnType<typeof readsOfOwnData>]: StoredDocument | null };

/** Lists what is stored of the caller, and the reports that may have texts of theirs. */
export async function listOwnData(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  caller: Caller,
  { member, ballot, follows, views }: OwnDocuments,
): Promise<ApiResponse | Failure> {
  const limitFailure = await countAttempt(await countersOf([["ownData", caller.uid]]));
  if (limitFailure !== null) return limitFailure;
  const [reports, own] = await Promise.all([board.reportsAt(head), readOwnEntries(caller.uid)]);
  if ("refusal" in own) return UNAVAILABLE;
  const { reports: followed, seen, seenAt, entriesSeenAt } = parseFollows(follows);
  const data: Omit<WireOwnData, "success"> = {
    account: { ...toUser(caller.uid, caller), createdAt: parseTimestamp(member?.data.createdAt) ?? "" },
    votes: [...parseBallot(ballot)].map(([issueId, at]) => ({ issueId, at })),
    follows: [...followed].map(([issueId, following]) => ({ issueId, ...following })),
    newsSeen: { all: seenAt, reports: Object.fromEntries(seen), entries: entriesSeenAt },
    sightings: reports.all.flatMap(({ id, sightings }) => {
      const own = sightings?.[caller.uid];
      return own === undefined ? [] : { issueId: id, ...own };
    }),
    fixAnswers: reports.all.flatMap(({ id, fixAnswers }) => {
      const own = fixAnswers?.[caller.uid];
      return own === undefined ? [] : { issueId: id, ...own };
    }),
    views: parseSavedViews(views),
    entries: own.entries,
    ids: reportsNaming(reports, caller.username).map(({ id }) => id),
  };
  return ok(data);
}

/** Reads the caller's own texts in these reports. Reports without such texts are left out, whatever the ids are. */
export async function readOwnReports(caller: Caller, ids: readonly string[]): Promise<ApiResponse> {
  const { jsons, answered, missing } = await readReportsPart(ids, (document) => toOwnReport(document, caller));
  const otherFields = JSON.stringify({ answered, missing }).slice("{".length);
  const json = `{"success":true,"reports":[${jsons.join(",")}],${otherFields}`;
  return { kind: "serialized-json", headers: {}, body: { bytes: Buffer.from(json) } };
}

function toOwnReport({ id, data }: StoredDocument, { uid }: Caller): OwnReport | null {
  const { issue } = parseStoredReport(id, data);
  const stored = (data.amendments ?? {}) as Record<string, StoredData | undefined>;
  const isOwn = (amendment: Amendment): boolean => stored[amendment.id]?.createdById === uid;
  // The text and the files of a hidden amendment are still its author's.
  const amendments = issue.amendments.filter(isOwn).map((amendment) => {
    const entry = stored[amendment.id]!;
    return { ...amendment, text: String(entry.text), ...amendmentFiles(entry) };
  });
  if (data.reporterId === uid) return { ...issue, amendments };
  return amendments.length === 0 ? null : { id, number: issue.number, title: issue.title, amendments };
}

const SELECTED_FIELDS = ["issueId", "kind", "from", "to", "at", "former"];

/** Reads what the caller has done in the history of reports, in the order of the events' ids. */
export async function readOwnEvents({ uid }: Caller, after: string | undefined): Promise<ApiResponse | Failure> {
  const outcome = await queryDocuments({
    select: { fields: SELECTED_FIELDS.map((fieldPath) => ({ fieldPath })) },
    from: [{ collectionId: "history" }],
    where: { fieldFilter: { field: { fieldPath: "by" }, op: "EQUAL", value: encodeValue(uid) } },
    orderBy: [{ field: { fieldPath: "__name__" }, direction: "ASCENDING" }],
    ...(after !== undefined && {
      startAt: { values: [{ referenceValue: documentName(`history/${after}`) }], before: false },
    }),
    limit: LIMITS.ownEventsPerResponse,
  });
  if ("refusal" in outcome) return UNAVAILABLE;
  const { documents } = outcome;
  const next = documents.length === LIMITS.ownEventsPerResponse ? documents.at(-1)!.id : null;
  return ok({ events: documents.map(toOwnEvent), next } satisfies Omit<WireOwnEvents, "success">);
}

function toOwnEvent({ id, data }: StoredDocument): OwnEvent {
  const { issueId, kind, from = null, to = null, at, former } = data;
  const formerTexts = former === undefined ? {} : { former };
  return { id, ...{ issueId, kind, from, to }, at: parseTimestamp(at) ?? "", ...formerTexts } as OwnEvent;
}
