import { createHash } from "node:crypto";
import { type Failure, type listQuerySchema, paginate } from "@logbook/domain";
import type { z } from "zod";
import type { Answer, Text } from "../api/answer.ts";
import { matchesTag } from "../api/etag.ts";
import type { Board } from "../board/board.ts";
import type { Entry } from "../board/entry.ts";
import { asOf, type Head, type SeenHead } from "../board/head.ts";
import type { Reports } from "../board/reports.ts";
import { lastUsed } from "../last-used.ts";
import { jsonList } from "./json-list.ts";

export type ListQuery = z.output<typeof listQuerySchema>;

/**
 * The list (sections 3 and 9): without a query every report, streamed; with one the page of matching reports, and the
 * counts of all. Bugs and features each keep the list's order. A revision seen before answers 304 without any reading.
 */
export async function listIssues(
  board: Pick<Board, "at">,
  head: SeenHead | null,
  query: ListQuery,
  ifNoneMatch: string | undefined,
): Promise<Answer | Failure> {
  const headers: Record<string, string> = { "cache-control": "private, no-cache", vary: "Authorization" };
  if (head !== null) headers.etag = tagOf(head, query);
  if (headers.etag !== undefined && matchesTag(ifNoneMatch, headers.etag)) return { kind: "not-modified", headers };

  if (query === null) return stream(headers, wholeList((await board.at(head)).all));
  const known = headers.etag === undefined ? undefined : lastAnswers.get(headers.etag);
  if (known !== undefined) return { kind: "text", headers, body: known };
  const pieces = pieceList(await board.at(head), head, query);
  if (bytesOf(pieces) > LARGE) return stream(headers, pieces);
  const body: Text = { bytes: Buffer.concat(pieces) };
  if (headers.etag !== undefined) lastAnswers.set(headers.etag, body);
  return { kind: "text", headers, body };
}

// A page of a hundred is 150 KB or so; of one made of the longest reports, 15 MB, nobody is to have many held here.
const LARGE = 512 * 1024;

// The first pages are the same for all members. Packed, an answer takes no more than as it is.
const lastAnswers = lastUsed<Text>(64, { bytes: 16 * 1024 * 1024, of: ({ bytes }) => 2 * bytes.length });

/** A page's answer in pieces, most of them the board's own. */
function pieceList(reports: Reports, head: Head | null, query: NonNullable<ListQuery>): Buffer[] {
  const { items, page } = paginate(reports.select(query.filters), query.page, query.pageSize);
  const rest = JSON.stringify({ page, stats: reports.stats, ...asOf(head) });
  return [...bothLists(items), Buffer.from(`,${rest.slice(1)}`)];
}

function* wholeList(entries: readonly Entry[]): Generator<Buffer> {
  yield* bothLists(entries);
  yield Buffer.from("}");
}

const bytesOf = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0);

/** An answer up to the end of its two lists. */
function* bothLists(entries: readonly Entry[]): Generator<Buffer> {
  yield Buffer.from('{"success":true,"bugs":');
  yield* jsonList(entries.filter(({ type }) => type === "bug"));
  yield Buffer.from(',"features":');
  yield* jsonList(entries.filter(({ type }) => type === "feature"));
}

// One tag per board, query and version of this code. Weak, because Hosting may compress what it passes on.
function tagOf({ lineage, revision }: Head, query: ListQuery): string {
  const parts = JSON.stringify([lineage, revision, query, process.env.K_REVISION ?? ""]);
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
