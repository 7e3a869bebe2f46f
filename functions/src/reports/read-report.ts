import type { Failure, WireIssue } from "@logbook/domain";
import type { Board } from "../board/board.ts";
import { jsonOf } from "../board/entry.ts";
import type { SeenHead } from "../firestore/board-head.ts";
import { type Answer, ok } from "../http/answer.ts";
import { NO_SUCH_REPORT } from "./refusals.ts";

/** One report, whole. */
export async function readIssue(
  board: Pick<Board, "at">,
  head: SeenHead | null,
  id: string,
): Promise<Answer | Failure> {
  const entry = (await board.at(head)).get(id);
  return entry === undefined ? NO_SUCH_REPORT : ok({ issue: JSON.parse(jsonOf(entry).toString()) as WireIssue });
}
