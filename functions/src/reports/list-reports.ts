import { createHash } from "node:crypto";
import { type Failure, ISSUE_TYPES, type listQuerySchema, paginate, type User } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import type { Board } from "../board/board.ts";
import { type Entry, jsonOf } from "../board/entry.ts";
import type { Reports } from "../board/reports.ts";
import { asOf, type Head, type SeenHead } from "../firestore/board-head.ts";
import type { Answer, Text } from "../http/answer.ts";
import { matchesTag } from "../http/etag.ts";
import { jsonList } from "./json-list.ts";
import { canDraw, withDrawn } from "./rendered-dashboard.ts";
import { fitReports, PAGE_BYTES } from "./shorten.ts";

export type ListQuery = z.output<typeof listQuerySchema>;

/**
 * The list (sections 3 and 9): without a query every report, streamed; with one the page of matching reports, and the
 * counts of all. Bugs and features each keep the list's order. A revision seen before answers 304 without any reading.
 * Where the query asks for it, the dashboard's markup for `user` comes with it.
 */
export async function listIssues(
  board: Pick<Board, "at">,
  head: SeenHead | null,
  query: ListQuery,
  ifNoneMatch: string | undefined,
  user: User,
): Promise<Answer | Failure> {
  const headers: Record<string, string> = { "cache-control": "private, no-cache", vary: "Authorization" };
  const isDrawn = query !== null && canDraw(query);
  if (head !== null) headers.etag = tagOf(head, query, isDrawn ? user : null);
  if (headers.etag !== undefined && matchesTag(ifNoneMatch, headers.etag)) return { kind: "not-modified", headers };

  if (query === null) return stream(headers, wholeList((await board.at(head)).all));
  const list = await pageOf(board, head, query);
  return { kind: "text", headers, body: isDrawn ? { bytes: await withDrawn(list.bytes, query, user) } : list };
}

/** A page's answer, the same for all members. */
async function pageOf(board: Pick<Board, "at">, head: SeenHead | null, query: NonNullable<ListQuery>): Promise<Text> {
  const tag = head === null ? null : tagOf(head, { ...query, draw: undefined }, null);
  const known = tag === null ? undefined : lastAnswers.get(tag);
  if (known !== undefined) return known;
  const list: Text = { bytes: Buffer.concat(pieceList(await board.at(head), head, query)) };
  if (tag !== null) lastAnswers.set(tag, list);
  return list;
}

// Packed, an answer takes no more than as it is.
const lastAnswers = new LRUCache<string, Text>({
  max: 64,
  maxSize: 16 * 1024 * 1024,
  sizeCalculation: ({ bytes }) => 2 * bytes.length,
});

/** A page's answer in pieces, most of them the board's own; long reports are shortened where it would be too large. */
function pieceList(reports: Reports, head: Head | null, query: NonNullable<ListQuery>): Buffer[] {
  const { items, page } = paginate(reports.select(query.filters), query.page, query.pageSize);
  const rest = JSON.stringify({ page, stats: reports.stats, ...asOf(head) });
  const room = PAGE_BYTES - FRAME_BYTES - rest.length - items.length;
  const fitted = fitReports(items.map(jsonOf), room);
  const [bugs, features] = ISSUE_TYPES.map((wanted) => fitted.filter((_, at) => items[at]!.type === wanted));
  return [...bothLists(bugs!, features!), Buffer.from(`,${rest.slice(1)}`)];
}

// What stands around the two lists.
const FRAME_BYTES = 64;

function* wholeList(entries: readonly Entry[]): Generator<Buffer> {
  const [bugs, features] = ISSUE_TYPES.map((wanted) => entries.filter(({ type }) => type === wanted));
  yield* bothLists(jsonsOf(bugs!), jsonsOf(features!));
  yield Buffer.from("}");
}

/** One by one: all at once they would be as many views of the board's bytes. */
function* jsonsOf(entries: readonly Entry[]): Generator<Buffer> {
  for (const entry of entries) yield jsonOf(entry);
}

/** An answer up to the end of its two lists. */
function* bothLists(bugs: Iterable<Buffer>, features: Iterable<Buffer>): Generator<Buffer> {
  yield Buffer.from('{"success":true,"bugs":');
  yield* jsonList(bugs);
  yield Buffer.from(',"features":');
  yield* jsonList(features);
}

// One tag per board, query, version of this code, and person where the answer is for one. Weak, because Hosting may
// compress what it passes on.
function tagOf({ lineage, revision }: Head, query: ListQuery, user: User | null): string {
  const parts = JSON.stringify([lineage, revision, query, process.env.K_REVISION ?? "", user]);
  return `W/"${createHash("sha256").update(parts).digest("base64url").slice(0, 22)}"`;
}

const CHUNK = 64 * 1024;

/** An answer whose pieces are put together as they are sent, so that it is never whole in memory. */
function stream(headers: Record<string, string>, pieces: Iterable<Buffer>): Answer {
  return { kind: "stream", headers, json: true, body: inChunks(pieces) };
}

async function* inChunks(pieces: Iterable<Buffer>): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = [];
  let bytes = 0;
  for (const piece of pieces) {
    gathered.push(piece);
    bytes += piece.length;
    if (bytes < CHUNK) continue;
    yield Buffer.concat(gathered);
    gathered = [];
    bytes = 0;
  }
  yield Buffer.concat(gathered);
}
