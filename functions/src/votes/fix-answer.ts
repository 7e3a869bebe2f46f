import { asksIfFixed, type Failure, type FixAnswerBody, formatCount, LIMITS } from "@logbook/domain";
import type { Caller } from "../accounts/session.ts";
import { isAskedIfFixed } from "../board/asked.ts";
import type { Board } from "../board/board.ts";
import type { Entry } from "../board/entry.ts";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import { parseBallot, parseFixAnswers, parseStoredReport } from "../firestore/stored-report.ts";
import { type Commit, type FieldsChange, moveBoard, updateDocument, type Write } from "../firestore/writes.ts";
import { type ApiResponse, failure, isFailure, NO_SUCH_REPORT, ok } from "../http/response.ts";
import { authorFollowWrites } from "../news/follows.ts";
import { planAmendment } from "../reports/amend-report.ts";
import { changeWrites } from "../reports/change-report.ts";
import type { VoteDocuments } from "./vote.ts";

const NOT_ASKED_NOW = failure(
  "conflict",
  "This report does not count as fixed any more, so nobody is asked. Your answer was not stored; you can amend the report instead.",
);
const NOT_ASKED = failure(
  "forbidden",
  "Only the reporter and members who voted for this report or see it too are asked whether it is fixed. You can amend it instead.",
);
const TOO_MANY_ANSWERS = failure(
  "full",
  `${formatCount(LIMITS.fixAnswersPerReport)} members have answered already, which is the limit. You can amend the report instead.`,
);

/**
 * Stores the caller's answer to 'Fixed for you?'. It changes no status. The text of somebody for whom it still happens
 * becomes an amendment in the same commit. If the answer and the amendment are stored already, nothing is written.
 */
export async function answerIfFixed(
  board: Pick<Board, "reportsAt">,
  head: StoredBoardHead | null,
  caller: Caller,
  { report, ballot, follows }: VoteDocuments,
  { fixed, text, id }: Pick<FixAnswerBody, "fixed" | "text"> & { id: string },
): Promise<Commit | ApiResponse | Failure> {
  const { uid } = caller;
  const reports = await board.reportsAt(head);
  const entry: Entry | undefined = report === null ? undefined : reports.get(report.id);
  if (report === null || entry === undefined) return NO_SUCH_REPORT;
  if (!asksIfFixed(parseStoredReport(report.id, report.data).issue)) return NOT_ASKED_NOW;
  const isReporter = report.data.reporterId === uid;
  if (!isReporter && !isAskedIfFixed(entry, reports, caller, parseBallot(ballot))) return NOT_ASKED;
  const answers = parseFixAnswers(report.data) ?? {};
  const own = Object.hasOwn(answers, uid) ? answers[uid]! : null;
  if (own === null && Object.keys(answers).length >= LIMITS.fixAnswersPerReport) return TOO_MANY_ANSWERS;
  const amendment =
    text === undefined
      ? null
      : await planAmendment(caller, report, { text, attachments: [] }, { id, isRepeated: false });
  if (amendment !== null && isFailure(amendment)) return amendment;
  const respond = () => ok({ fixed });
  const answer = answerChange(uid, fixed);
  if (amendment !== null && "change" in amendment) {
    const change = mergeChanges(amendment.change, answer);
    return {
      writes: [
        ...changeWrites(report.id, caller, change, { kind: "amended", from: null, to: id }),
        ...authorFollowWrites(uid, report.id, follows),
      ],
      respond,
    };
  }
  if (own?.fixed === fixed) return respond();
  const writes: Write[] = [updateDocument(`issues/${report.id}`, answer), moveBoard(report.id)];
  return { writes, respond };
}

function answerChange(uid: string, fixed: boolean): FieldsChange {
  const path = `fixAnswers.\`${uid}\``;
  // Like a vote, an answer does not change `updatedAt`.
  return { fields: { fixAnswers: { [uid]: { fixed } } }, mask: [path], serverTimes: [`${path}.at`, "votedAt"] };
}

const mergeChanges = (a: FieldsChange, b: FieldsChange): FieldsChange => ({
  fields: { ...a.fields, ...b.fields },
  mask: [...a.mask, ...b.mask],
  serverTimes: [...a.serverTimes, ...b.serverTimes],
});
