import type { Issue } from "@logbook/domain";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { getSession, hasUserChanged, onUserChange } from "../../shared/session/store.ts";
import { createStore, useStore } from "../../shared/store/store.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { reloadIssues } from "../after-write/index.ts";
import { markAsFollowed, reloadFollowed } from "../news/index.ts";
import { castVote, listVotes } from "./api.ts";

const NO_VOTES: ReadonlySet<string> = new Set();
/** The ids of the reports for which the user has voted; until they are loaded, only the votes of this visit. */
const votedIds = createStore(NO_VOTES);
let isLoadStarted = false;
/** The votes cast (`true`) or taken back (`false`) in this visit, by report id. They override the loaded votes. */
const ownChanges = new Map<string, boolean>();
onUserChange(() => {
  votedIds.set(NO_VOTES);
  isLoadStarted = false;
  ownChanges.clear();
});

function applyOwnChanges(ids: Iterable<string>): ReadonlySet<string> {
  const mergedIds = new Set(ids);
  for (const [id, hasVoted] of ownChanges) {
    if (hasVoted) mergedIds.add(id);
    else mergedIds.delete(id);
  }
  return mergedIds;
}

/** Loads the user's votes, unless they are loaded or being loaded. */
export async function loadVotes(): Promise<void> {
  if (isLoadStarted) return;
  isLoadStarted = true;
  const { user } = getSession();
  const result = await listVotes();
  if (hasUserChanged(user)) return;
  if (result.ok) votedIds.set(applyOwnChanges(result.data.voted));
  else isLoadStarted = false;
}

export const useVotedIds = (): ReadonlySet<string> => useStore(votedIds, NO_VOTES);

/** Whether the user has voted for a report, and the function `toggle`, which votes or takes the vote back. */
export function useVote({ id }: Pick<Issue, "id">, messageAfterVote = "Your vote counts.") {
  const hasVoted = useVotedIds().has(id);
  const voteChange = useAction(async (shouldVote: boolean) => {
    // Announces nothing if the user signs out meanwhile.
    const announceResult = createAnnouncer();
    const { user } = getSession();
    try {
      await unwrap(castVote(id, shouldVote), "Failed to vote:");
    } catch (error) {
      announceResult(`Your vote was not changed. ${failureText(error)}`);
      return;
    }
    if (hasUserChanged(user)) return;
    ownChanges.set(id, shouldVote);
    votedIds.set(applyOwnChanges(votedIds.get()));
    // A vote makes the member follow the report. Only the server knows whether taking it back ends the follow.
    if (shouldVote) markAsFollowed(id);
    else void reloadFollowed();
    await reloadIssues();
    announceResult(shouldVote ? messageAfterVote : "Your vote is taken back.");
  });
  return {
    // While a change is being sent, the button already shows the vote that the user wants.
    hasVoted: voteChange.pending ?? hasVoted,
    toggle: () => {
      if (!voteChange.isPending) voteChange.run(!hasVoted);
    },
  };
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
      <span>{hasVoted ? "Voted" : "Vote"}</span>
      {votes > 0 && <span className="tabular-nums">{votes === 1 ? "1 vote" : `${votes} votes`}</span>}
    </Button>
  );
}
