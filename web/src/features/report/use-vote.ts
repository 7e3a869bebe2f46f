import type { Issue } from "@logbook/domain";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { castVote, listVotes } from "../../shared/api/votes.ts";
import { followOwnWrite, forgetOwnWrite } from "../../shared/news/news.ts";
import { getSession, onUserChange } from "../../shared/session/store.ts";
import { createStore, useStore } from "../../shared/store/store.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";

const NO_VOTES: ReadonlySet<string> = new Set();
/** The ids of the reports for which the user has voted; empty until they are loaded. */
const votes = createStore(NO_VOTES);
let isLoadStarted = false;
/** The user's own changes in this visit; they replace the loaded votes, which may be older. */
const ownChanges = new Map<string, boolean>();
onUserChange(() => {
  votes.set(NO_VOTES);
  isLoadStarted = false;
  ownChanges.clear();
});

function applyOwnChanges(loaded: Iterable<string>): ReadonlySet<string> {
  const votedIds = new Set(loaded);
  for (const [id, voted] of ownChanges) {
    if (voted) votedIds.add(id);
    else votedIds.delete(id);
  }
  return votedIds;
}

/** Loads the user's votes, once in a visit. If that fails, the next screen tries again. Voting twice does no harm. */
export async function loadVotes(): Promise<void> {
  if (isLoadStarted) return;
  isLoadStarted = true;
  const { user } = getSession();
  const result = await listVotes();
  // Another user may have signed in meanwhile.
  if (getSession().user?.id !== user?.id) return;
  if (result.ok) votes.set(applyOwnChanges(result.data.voted));
  else isLoadStarted = false;
}

/** The ids of the reports for which the user has voted. */
export const useVotes = (): ReadonlySet<string> => useStore(votes, NO_VOTES);

/** Whether the user has voted for a report, and a function that changes it. `thanks` is the message after a vote. */
export function useVote({ id }: Pick<Issue, "id">, thanks = "Your vote counts.") {
  const hasVoted = useVotes().has(id);
  const change = useAction(async (voted: boolean) => {
    const say = createAnnouncer();
    try {
      await unwrap(castVote(id, voted), "Failed to vote:");
    } catch (error) {
      say(`Your vote was not changed. ${failureText(error)}`);
      throw error;
    }
    ownChanges.set(id, voted);
    votes.set(applyOwnChanges(votes.get()));
    if (voted) followOwnWrite(id);
    else void forgetOwnWrite(id);
    await reloadIssues();
    say(voted ? thanks : "Your vote is taken back.");
  });
  return {
    hasVoted: change.pending ?? hasVoted,
    isPending: change.isPending,
    toggle: () => change.run(!hasVoted),
  };
}
