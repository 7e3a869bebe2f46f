import { createHash } from "node:crypto";
import {
  type Failure,
  type Issue,
  type IssueType,
  type listQuerySchema,
  matcher,
  paginate,
  toWire,
} from "@logbook/domain";
import type { z } from "zod";
import { type Answer, ok } from "../api/answer.ts";
import { matchesTag } from "../api/etag.ts";
import type { Board } from "../board/board.ts";
import type { Head } from "../board/head.ts";

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

  const { issues, stats } = await board.at(head);
  if (query === null)
    return {
      kind: "stream",
      headers: { ...headers, "content-type": "application/json; charset=utf-8" },
      body: wholeList(issues),
    };
  const { items, page } = paginate(issues.filter(matcher(query.filters)), query.page, query.pageSize);
  return ok({ bugs: wires(items, "bug"), features: wires(items, "feature"), page, stats }, headers);
}

function wires(issues: readonly Issue[], type: IssueType): object[] {
  return issues.filter((issue) => issue.type === type).map(toWire);
}

// One tag per board, query and version of this code. Weak, because Hosting may compress what it passes on.
function tagOf({ lineage, revision }: Head, query: ListQuery): string {
  const parts = JSON.stringify([lineage, revision, query, process.env.K_REVISION ?? ""]);
  return `W/"${createHash("sha256").update(parts).digest("base64url").slice(0, 22)}"`;
}

const CHUNK = 64 * 1024;

async function* wholeList(issues: readonly Issue[]): AsyncGenerator<string> {
  let text = '{"success":true';
  for (const [name, type] of [
    ["bugs", "bug"],
    ["features", "feature"],
  ] as const) {
    text += `,"${name}":[`;
    let comma = "";
    for (const issue of issues) {
      if (issue.type !== type) continue;
      text += comma + JSON.stringify(toWire(issue));
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
