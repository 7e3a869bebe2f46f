import { createHash } from "node:crypto";
import { type Failure, type IssueType, type listQuerySchema, paginate } from "@logbook/domain";
import type { z } from "zod";
import type { Answer } from "../api/answer.ts";
import { matchesTag } from "../api/etag.ts";
import type { Board } from "../board/board.ts";
import type { Entry } from "../board/entry.ts";
import { asOf, type Head } from "../board/head.ts";

export type ListQuery = z.output<typeof listQuerySchema>;

/**
 * The list (sections 3 and 9): without a query every report, streamed; with one the page of matching reports, and the
 * counts of all. Bugs and features each keep the list's order. A revision seen before answers 304 without any reading.
 */
export async function listIssues(
  board: Board,
  head: Head | null,
  query: ListQuery,
  ifNoneMatch: string | undefined,
): Promise<Answer | Failure> {
  const headers: Record<string, string> = { "cache-control": "private, no-cache", vary: "Authorization" };
  if (head !== null) headers.etag = tagOf(head, query);
  if (headers.etag !== undefined && matchesTag(ifNoneMatch, headers.etag)) return { kind: "not-modified", headers };

  const reports = await board.at(head);
  if (query === null) return { kind: "stream", headers, json: true, body: wholeList(reports.all) };
  const { items, page } = paginate(reports.select(query.filters), query.page, query.pageSize);
  const rest = JSON.stringify({ page, stats: reports.stats, ...asOf(head) });
  return {
    kind: "text",
    headers,
    body: `{"success":true,"bugs":${jsonOf(items, "bug")},"features":${jsonOf(items, "feature")},${rest.slice(1)}`,
  };
}

function jsonOf(entries: readonly Entry[], type: IssueType): string {
  return `[${entries
    .filter((entry) => entry.type === type)
    .map(({ json }) => json)
    .join()}]`;
}

// One tag per board, query and version of this code. Weak, because Hosting may compress what it passes on.
function tagOf({ lineage, revision }: Head, query: ListQuery): string {
  const parts = JSON.stringify([lineage, revision, query, process.env.K_REVISION ?? ""]);
  return `W/"${createHash("sha256").update(parts).digest("base64url").slice(0, 22)}"`;
}

const CHUNK = 64 * 1024;

async function* wholeList(entries: readonly Entry[]): AsyncGenerator<string> {
  let text = '{"success":true';
  for (const [name, type] of [
    ["bugs", "bug"],
    ["features", "feature"],
  ] as const) {
    text += `,"${name}":[`;
    let comma = "";
    for (const entry of entries) {
      if (entry.type !== type) continue;
      text += comma + entry.json;
      comma = ",";
      if (text.length >= CHUNK) {
        yield text;
        text = "";
      }
    }
    text += "]";
  }
  yield `${text}}`;
}
