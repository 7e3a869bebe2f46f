import type { Issue } from "@logbook/domain";
import { Button } from "../../shared/ui/button.tsx";
import { useVote } from "./use-vote.ts";

export function VoteButton({ report, titleId }: { report: Issue; titleId: string }) {
  const { hasVoted, isPending, toggle } = useVote(report);
  const { votes } = report;
  return (
    <Button
      variant={hasVoted ? "soft" : "ghost"}
      size="sm"
      className="icon-before icon-arrow-up"
      aria-pressed={hasVoted}
      aria-describedby={titleId}
      onClick={() => !isPending && toggle()}
    >
      {hasVoted ? "Voted" : "Vote"}
      {votes > 0 && <span className="tabular-nums">{votes === 1 ? "1 vote" : `${votes} votes`}</span>}
    </Button>
  );
}
