import { type changesQuerySchema, LIMITS } from "@logbook/domain";
import type { z } from "zod";
import type { Board } from "../board/board.ts";
import { jsonOf } from "../board/entry.ts";
import { asOf, type SeenHead } from "../firestore/board-head.ts";
import type { Answer } from "../http/answer.ts";
import { jsonList } from "./json-list.ts";
import { fitReports, PAGE_BYTES } from "./shorten.ts";

export type ChangesQuery = z.output<typeof changesQuerySchema>;

/**
 * What became of a list that a page shows: its reports as they are now, without those that were deleted, and the new
 * ones which its filters show, so that the page can change in place and offer the new ones.
 */
export async function listChanges(
  board: Pick<Board, "at">,
  head: SeenHead | null,
  { filters, since, ids }: ChangesQuery,
): Promise<Answer> {
  const reports = await board.at(head);
  const shown = new Set(ids);
  const issues = [...shown].flatMap((id) => reports.get(id) ?? []);
  const matching = reports.select(filters);
  const fresh = matching.filter(({ id, createdAt }) => createdAt > since && !shown.has(id));
  const listed = fresh.slice(0, LIMITS.freshPerResponse);
  const fitted = fitReports([...issues, ...listed].map(jsonOf), PAGE_BYTES);
  const rest = { freshTotal: fresh.length, total: matching.length, stats: reports.stats, ...asOf(head) };
  return {
    kind: "text",
    headers: {},
    body: {
      bytes: Buffer.concat([
        Buffer.from('{"success":true,"issues":'),
        ...jsonList(fitted.slice(0, issues.length)),
        Buffer.from(',"fresh":'),
        ...jsonList(fitted.slice(issues.length)),
        Buffer.from(`,${JSON.stringify(rest).slice(1)}`),
      ]),
    },
  };
}
