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

  if (query === null) return { kind: "stream", headers, json: true, body: wholeList((await board.at(head)).all) };
  const known = headers.etag === undefined ? undefined : lastAnswers.get(headers.etag);
  if (known !== undefined) return { kind: "text", headers, body: known };
  const body = pageText(await board.at(head), head, query);
  if (headers.etag !== undefined) lastAnswers.set(headers.etag, body);
  return { kind: "text", headers, body };
}

// The first pages are the same for all members.
const lastAnswers = lastUsed<Text>(64);

function pageText(reports: Reports, head: Head | null, query: NonNullable<ListQuery>): Text {
  const { items, page } = paginate(reports.select(query.filters), query.page, query.pageSize);
  const rest = JSON.stringify({ page, stats: reports.stats, ...asOf(head) });
  return { bytes: Buffer.concat([...bothLists(items), Buffer.from(`,${rest.slice(1)}`)]) };
}

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

async function* wholeList(entries: readonly Entry[]): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  let bytes = 0;
  for (const piece of bothLists(entries)) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < CHUNK) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  yield Buffer.concat([...pieces, Buffer.from("}")]);
}
