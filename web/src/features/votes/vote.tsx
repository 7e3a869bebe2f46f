import type { Issue } from "@logbook/domain";
import { useStore } from "../../shared/store/store.ts";
import { Button } from "../../shared/ui/button.tsx";
import { castVote } from "./api.ts";
import { votes as ownVotes } from "./load-votes.ts";
import { NO_MARKS, useMark } from "./use-mark.ts";

export const useVotedIds = (): ReadonlySet<string> => useStore(ownVotes.ids, NO_MARKS);

/** Whether the user has voted for a report, and the function `toggle`, which votes or takes the vote back. */
export function useVote({ id }: Pick<Issue, "id">, messageAfterVote = "Your vote counts.") {
  const { isMarked, toggle } = useMark(id, {
    marks: ownVotes,
    send: (isVote) => castVote(id, isVote),
    failure: "Failed to vote:",
    messages: ["Your vote was not changed.", messageAfterVote, "Your vote is taken back."],
  });
  return { hasVoted: isMarked, toggle };
}

export function VoteButton({ report, titleId }: { report: Issue; titleId: string }) {
  const { hasVoted, toggle } = useVote(report);
  const { votes } = report;
  return (
    <Button
      variant={hasVoted ? "soft" : "ghost"}
      size="sm"
      className="icon-before icon-arrow-up"
      aria-pressed={hasVoted}
      data-shortcut="v"
      aria-describedby={titleId}
      onClick={toggle}
    >
      {/* In a card on a phone the arrow stands for the word if 'I see it too' needs the place. */}
      <span className={report.type === "bug" ? "max-sm:in-[.card-actions]:sr-only" : ""}>
        {hasVoted ? "Voted" : "Vote"}
      </span>
      {votes > 0 && <span className="tabular-nums">{votes === 1 ? "1 vote" : `${votes} votes`}</span>}
    </Button>
  );
}
