import type { WireVotes } from "@logbook/domain";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { getSession, hasUserChanged, onUserChange } from "../../shared/session/store.ts";
import { createStore } from "../../shared/store/store.ts";
import { listVotes } from "./api.ts";
import { createOwnMarks } from "./own-marks.ts";

/** The user's votes. */
export const votes = createOwnMarks();
/** The bugs that the user sees too. */
export const sightings = createOwnMarks();

/** The user's answers to 'Fixed for you?' as of a time, by report id (`WireVotes`); `asOf` is `null` before they are loaded. */
export type Asked = Pick<WireVotes, "asked" | "asOf">;
export const NOTHING_ASKED: Asked = { asked: {}, asOf: null };
export const asked = createStore(NOTHING_ASKED);

/** What this browser adds to a bug that the user sees too. */
export const ownSightingCode = lazyResource(() => import("./own-sighting.ts"));

let isLoadStarted = false;
let lastLoad = 0;
onUserChange(() => {
  isLoadStarted = false;
  asked.set(NOTHING_ASKED);
});

/** Loads the user's votes and sightings, unless they are loaded or being loaded, and what buttons need besides. */
export async function loadVotes(): Promise<void> {
  if (isLoadStarted) return;
  isLoadStarted = true;
  ownSightingCode.load();
  await reloadVotes();
}

/** Loads the user's votes, sightings and answers again. */
export async function reloadVotes(): Promise<void> {
  lastLoad += 1;
  const load = lastLoad;
  const { user } = getSession();
  const result = await listVotes();
  // A later request has what this one may lack.
  if (hasUserChanged(user) || load !== lastLoad) return;
  if (!result.ok) {
    isLoadStarted = false;
    return;
  }
  // During a deploy, an instance of the version before may still answer, with the votes only.
  const { voted, seen = [], asked: askedReports = {}, asOf = null } = result.data;
  votes.setLoaded(voted);
  sightings.setLoaded(seen);
  asked.set({ asked: askedReports, asOf });
}
