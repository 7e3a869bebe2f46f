import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { getSession, hasUserChanged, onUserChange } from "../../shared/session/store.ts";
import { listVotes } from "./api.ts";
import { createOwnMarks } from "./own-marks.ts";

/** The user's votes. */
export const votes = createOwnMarks();
/** The bugs that the user sees too. */
export const sightings = createOwnMarks();

/** What this browser adds to a bug that the user sees too. */
export const ownSightingCode = lazyResource(() => import("./own-sighting.ts"));

let isLoadStarted = false;
onUserChange(() => {
  isLoadStarted = false;
});

/** Loads the user's votes and sightings, unless they are loaded or being loaded, and what buttons need besides. */
export async function loadVotes(): Promise<void> {
  if (isLoadStarted) return;
  isLoadStarted = true;
  ownSightingCode.load();
  const { user } = getSession();
  const result = await listVotes();
  if (hasUserChanged(user)) return;
  if (result.ok) {
    votes.setLoaded(result.data.voted);
    // During a deploy, an instance of the version before may still answer, without this list.
    sightings.setLoaded(result.data.seen ?? []);
  } else isLoadStarted = false;
}
