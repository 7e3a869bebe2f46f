import type { Issue } from "@logbook/domain";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { castVote, listVotes } from "../../shared/api/votes.ts";
import { followOwnWrite, forgetOwnWrite } from "../../shared/news/news.ts";
import { getSession, onUserChange } from "../../shared/session/store.ts";
import { createStore, useStore } from "../../shared/store/store.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";

const NONE: ReadonlySet<string> = new Set();
/** The reports for which the user votes; empty until they are loaded. */
const votes = createStore(NONE);
let isLoaded = false;
/** The user's own changes in this visit; they replace the loaded votes, which may be older. */
const changes = new Map<string, boolean>();
onUserChange(() => {
  votes.set(NONE);
  isLoaded = false;
  changes.clear();
});

function withChanges(loaded: Iterable<string>): ReadonlySet<string> {
  const all = new Set(loaded);
  for (const [id, voted] of changes) {
    if (voted) all.add(id);
    else all.delete(id);
  }
  return all;
}

/** Loads the user's votes, once in a visit. If that fails, the next screen tries again; a vote always counts once. */
export async function loadVotes(): Promise<void> {
  if (isLoaded) return;
  isLoaded = true;
  const { user } = getSession();
  const result = await listVotes();
  // Another user may have signed in meanwhile.
  if (getSession().user?.id !== user?.id) return;
  if (result.ok) votes.set(withChanges(result.data.voted));
  else isLoaded = false;
}

/** The reports for which the user votes. */
export const useVotes = (): ReadonlySet<string> => useStore(votes, NONE);

/** Whether the user votes for a report, and a function that changes it. `thanks` is the message after a vote. */
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
    changes.set(id, voted);
    votes.set(withChanges(votes.get()));
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
