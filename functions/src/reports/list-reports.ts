import { createHash } from "node:crypto";
import {
  DEFAULT_SORT,
  type Failure,
  ISSUE_TYPES,
  type ListQuery,
  paginate,
  type Stats,
  type User,
} from "@logbook/domain";
import { LRUCache } from "lru-cache";
import { toUser } from "../accounts/member.ts";
import type { Caller } from "../accounts/session.ts";
import type { Board } from "../board/board.ts";
import { type Entry, jsonOf } from "../board/entry.ts";
import { asOf, type BoardHead, type StoredBoardHead } from "../firestore/board-head.ts";
import { matchesEtag } from "../http/etag.ts";
import type { ApiResponse, TextBody } from "../http/response.ts";
import { jsonList } from "./json-list.ts";
import { toFailure } from "./refusals.ts";
import { canRender, withRenderedDashboard } from "./rendered-dashboard.ts";
import { isPersonal, selectShown, type Viewer } from "./select-shown.ts";
import { fitReports, PAGE_BYTES } from "./shorten.ts";

type PageQuery = NonNullable<ListQuery>;

/**
 * The list (sections 3 and 9): without a query a stream of all reports, with a query a page of matching reports and the
 * counts of all reports, and the rendered dashboard if the query asks for it. If the client has this revision of the
 * list already, the response is 304 and no report is read.
 */
export async function listReports(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  query: ListQuery,
  ifNoneMatch: string | undefined,
  viewer: Viewer & Pick<Caller, "isAdmin">,
): Promise<ApiResponse | Failure> {
  const headers: Record<string, string> = { "cache-control": "private, no-cache", vary: "Authorization" };
  const user = toUser(viewer.uid, viewer);
  const isRendered = query !== null && canRender(query);
  const isShared = query === null || !isPersonal(query.filters.show);
  if (head !== null && isShared) headers.etag = etagOf(head, query, isRendered ? user : null);
  if (headers.etag !== undefined && matchesEtag(ifNoneMatch, headers.etag)) return { kind: "not-modified", headers };

  if (query === null) {
    const { all } = await board.reportsAt(head);
    return { kind: "stream", headers, json: true, body: inChunks(wholeList(all)) };
  }
  const list = await readPage(board, head, query, viewer);
  if ("success" in list) return list;
  const body = isRendered ? { bytes: await withRenderedDashboard(list.bytes, query, user) } : list;
  return { kind: "text", headers, body };
}

// The size of a body counts twice, because the body also holds its gzipped form, which is not larger.
const pageCache = new LRUCache<string, TextBody>({
  max: 64,
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ bytes }) => 2 * bytes.length,
});

/** A page of the list. A page that is the same for all members is cached. */
async function readPage(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  query: PageQuery,
  viewer: Viewer,
): Promise<TextBody | Failure> {
  const isCacheable = head !== null && !isPersonal(query.filters.show);
  const key = isCacheable ? etagOf(head, { ...query, draw: undefined }, null) : null;
  const cached = key === null ? undefined : pageCache.get(key);
  if (cached !== undefined) return cached;
  const reports = await board.reportsAt(head);
  const selected = await selectShown(reports, query.filters, viewer, query.sort);
  if ("refusal" in selected) return toFailure(selected.refusal);
  const page: TextBody = { bytes: Buffer.concat(pageChunks(selected.entries, reports.stats, head, query)) };
  if (key !== null) pageCache.set(key, page);
  return page;
}

/**
 * The chunks of a page, mostly views of the board's buffers; long reports are shortened to keep the page under its
 * limit.
 */
function pageChunks(entries: readonly Entry[], stats: Stats, head: BoardHead | null, query: PageQuery): Buffer[] {
  const { items, page } = paginate(entries, query.page, query.pageSize);
  const order = query.sort === DEFAULT_SORT ? {} : { order: items.map(({ id }) => id) };
  const otherFields = JSON.stringify({ page, ...order, stats, ...asOf(head) });
  // One byte for each report is the comma after it.
  const reportBytes = PAGE_BYTES - ENVELOPE_BYTES - otherFields.length - items.length;
  const fitted = fitReports(items.map(jsonOf), reportBytes);
  const [bugs, features] = ISSUE_TYPES.map((type) => fitted.filter((_, index) => items[index]!.type === type));
  return [...bugsAndFeatures(bugs!, features!), Buffer.from(`,${otherFields.slice(1)}`)];
}

// Enough for the JSON around the two lists.
const ENVELOPE_BYTES = 64;

function* wholeList(entries: readonly Entry[]): Generator<Buffer> {
  const [bugs, features] = ISSUE_TYPES.map((wanted) => entries.filter(({ type }) => type === wanted));
  yield* bugsAndFeatures(jsonsOf(bugs!), jsonsOf(features!));
  yield Buffer.from("}");
}

/** A generator, because each JSON is a view of the board's buffer, and 100,000 views at once take much memory. */
function* jsonsOf(entries: readonly Entry[]): Generator<Buffer> {
  for (const entry of entries) yield jsonOf(entry);
}

/** The start of the JSON, up to the end of the two lists. */
function* bugsAndFeatures(bugs: Iterable<Buffer>, features: Iterable<Buffer>): Generator<Buffer> {
  yield Buffer.from('{"success":true,"bugs":');
  yield* jsonList(bugs);
  yield Buffer.from(',"features":');
  yield* jsonList(features);
}

// The ETag depends on the board, the query, the version of this code and, in a rendered list, the user. It is a weak
// ETag, because Hosting may compress the body.
function etagOf({ lineage, revision }: BoardHead, query: ListQuery, user: User | null): string {
  const parts = JSON.stringify([lineage, revision, query, process.env.K_REVISION ?? "", user]);
  return `W/"${createHash("sha256").update(parts).digest("base64url").slice(0, 22)}"`;
}

const CHUNK_BYTES = 64 * 1024;

/** Joins small chunks to larger ones while they are sent, so that the whole body is never in memory. */
async function* inChunks(chunks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer[] = [];
  let bytes = 0;
  for (const chunk of chunks) {
    pending.push(chunk);
    bytes += chunk.length;
    if (bytes < CHUNK_BYTES) continue;
    yield Buffer.concat(pending);
    pending = [];
    bytes = 0;
  }
  yield Buffer.concat(pending);
}
