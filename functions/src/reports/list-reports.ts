import { createHash } from "node:crypto";
import {
  DEFAULT_SORT,
  type IssueType,
  isFiltered,
  type ListQuery,
  paginate,
  type TabCounts,
  type User,
} from "@logbook/domain";
import { LRUCache } from "lru-cache";
import { toUser } from "../accounts/member.ts";
import type { Board } from "../board/board.ts";
import type { Entry } from "../board/entry.ts";
import { joinChunks } from "../board/join-chunks.ts";
import type { Reports } from "../board/reports.ts";
import { type BoardHead, boardTimeFields, type StoredBoardHead } from "../firestore/board-head.ts";
import { matchesEtag } from "../http/etag.ts";
import type { ApiResponse, JsonBytes } from "../http/response.ts";
import { pinnedField } from "./pin-report.ts";
import { canRender, type PageQuery, withRenderedDashboard } from "./rendered-dashboard.ts";
import { countTabs, isPersonal, selectEntries, type Viewer } from "./select-entries.ts";
import { PAGE_BYTES, shortenReports } from "./shorten.ts";

/**
 * The list (sections 3 and 9). Without a query it is a stream of all reports. With a query it is a page of the matching
 * reports, with the counts of all reports and of the viewer's tabs and, if the query asks for it, the rendered dashboard.
 * If the client has this revision of the list already, the response is 304 and no report is read.
 */
export async function listReports(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  query: ListQuery,
  ifNoneMatch: string | undefined,
  viewer: Viewer,
): Promise<ApiResponse> {
  const user = toUser(viewer.caller.uid, viewer.caller);
  const isRendered = query !== null && canRender(query);
  const hasEtag = query === null || !isPersonal(query.filters.show);
  // The counts of the tabs depend on the user.
  const etag = head !== null && hasEtag ? etagOf(head, query, query && user) : null;
  const headers = { "cache-control": "private, no-cache", vary: "Authorization", ...(etag !== null && { etag }) };
  if (etag !== null && matchesEtag(ifNoneMatch, etag)) return { kind: "not-modified", headers };

  if (query === null) {
    const reports = await board.reportsAt(head);
    return { kind: "stream", headers, json: true, body: joinChunks(wholeListChunks(reports)) };
  }
  const pageBody = await readPageBody(board, head, query, viewer);
  const body = isRendered ? { bytes: await withRenderedDashboard(pageBody.bytes, query, user) } : pageBody;
  return { kind: "serialized-json", headers, body };
}

/** The last pages. The size of a body counts twice, because it also holds its gzipped form, which is at most as large. */
export const pageCache = new LRUCache<string, JsonBytes>({
  max: 64,
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ bytes }) => 2 * bytes.length,
});

/** Returns the JSON of a page of the list, from the cache if other members with the same counts got the same page. */
async function readPageBody(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  query: PageQuery,
  viewer: Viewer,
): Promise<JsonBytes> {
  const isCacheable = head !== null && !isPersonal(query.filters.show);
  const reports = await board.reportsAt(head);
  const tabs = countTabs(reports, query.filters, viewer);
  // `draw` asks for the rendered dashboard, which a cached page does not have.
  const key = isCacheable ? etagOf(head, { ...query, draw: undefined }, tabs) : null;
  const cachedPage = key === null ? undefined : pageCache.get(key);
  if (cachedPage !== undefined) return cachedPage;
  const entries = selectEntries(reports, query.filters, viewer, query.sort);
  const pageBody: JsonBytes = { bytes: Buffer.from(pageJson(entries, tabs, reports, head, query)) };
  if (key !== null) pageCache.set(key, pageBody);
  return pageBody;
}

// The JSON around the reports, `{"success":true,"bugs":[],"features":[],`, has fewer bytes.
const ENVELOPE_BYTES = 64;

/** The JSON of a page. Long reports are shortened, so that the page has at most `PAGE_BYTES`. */
function pageJson(
  entries: readonly Entry[],
  tabs: TabCounts,
  reports: Reports,
  head: StoredBoardHead | null,
  query: PageQuery,
): string {
  const { items, page } = paginate(entries, query.page, query.pageSize);
  // Bugs and features are two lists in the JSON. A client can merge them by itself only in the default order.
  const order = query.sort === DEFAULT_SORT ? {} : { order: items.map(({ id }) => id) };
  // The lists begin the object, so the `{` of these fields is cut off.
  const pinned = page.number === 1 && !isFiltered(query.filters) ? pinnedField(reports, head) : {};
  const { stats } = reports;
  const otherFields = JSON.stringify({ page, ...order, stats, tabs, ...pinned, ...boardTimeFields(head) }).slice(
    "{".length,
  );
  const commaBytes = items.length;
  const reportBytes = PAGE_BYTES - ENVELOPE_BYTES - otherFields.length - commaBytes;
  const reportJsons = shortenReports(items.map(reports.jsonOf), reportBytes);
  const jsonsOfType = (type: IssueType) => reportJsons.filter((_, index) => items[index]!.type === type).join(",");
  return `{"success":true,"bugs":[${jsonsOfType("bug")}],"features":[${jsonsOfType("feature")}],${otherFields}`;
}

/** The JSON of all reports, in chunks, so that the whole JSON is never in memory. */
function* wholeListChunks(reports: Reports): Generator<Buffer> {
  yield Buffer.from('{"success":true,"bugs":[');
  yield* jsonChunks(reports, "bug");
  yield Buffer.from('],"features":[');
  yield* jsonChunks(reports, "feature");
  yield Buffer.from("]}");
}

function* jsonChunks({ all, jsonOf }: Reports, type: IssueType): Generator<Buffer> {
  const comma = Buffer.from(",");
  const entries = all.filter((entry) => entry.type === type);
  for (const [index, entry] of entries.entries()) {
    if (index > 0) yield comma;
    yield jsonOf(entry);
  }
}

// The ETag depends on the board, the query, the deployment of this code (`K_REVISION`) and, in a page, what differs by
// member. It is weak (`W/`), because Hosting may compress the body. 22 letters (132 bits) of the hash are unique enough.
function etagOf({ lineage, revision }: BoardHead, query: ListQuery, forMember: User | TabCounts | null): string {
  const parts = JSON.stringify([lineage, revision, query, process.env.K_REVISION ?? "", forMember]);
  return `W/"${createHash("sha256").update(parts).digest("base64url").slice(0, 22)}"`;
}
