import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { getSession, hasUserChanged } from "../../shared/session/store.ts";
import { useStore } from "../../shared/store/store.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { reloadIssues } from "../after-write/index.ts";
import { markAsFollowed, reloadFollowed } from "../news/index.ts";
import type { OwnMarks } from "./own-marks.ts";

/** The set of marks during server rendering and hydration. */
export const NO_MARKS: ReadonlySet<string> = new Set();

interface Mark {
  marks: OwnMarks;
  /** Sends the mark, or that it is taken back. */
  send: (isMarked: boolean) => Parameters<typeof unwrap>[0];
  /** The words before an error in the console. */
  failure: string;
  /** What the page says if nothing was changed, if the report is marked now, and if it no longer is. */
  messages: [unchanged: string, marked: string, unmarked: string];
}

/** Whether the user has marked a report, and the function that marks it or takes the mark back. */
export function useMark(id: string, { marks, send, failure, messages: [unchanged, marked, unmarked] }: Mark) {
  const isMarked = useStore(marks.ids, NO_MARKS).has(id);
  const change = useAction(async (shouldMark: boolean) => {
    // Announces nothing if the user signs out meanwhile.
    const announceResult = createAnnouncer();
    const { user } = getSession();
    try {
      await unwrap(send(shouldMark), failure);
    } catch (error) {
      announceResult(`${unchanged} ${failureText(error)}`);
      return;
    }
    if (hasUserChanged(user)) return;
    marks.change(id, shouldMark);
    // A mark makes the member follow the report. Only the server knows whether taking it back ends the follow.
    if (shouldMark) markAsFollowed(id);
    else void reloadFollowed();
    await reloadIssues();
    announceResult(shouldMark ? marked : unmarked);
  });
  return {
    // While a change is being sent, the button already shows the mark that the user wants.
    isMarked: change.pending ?? isMarked,
    toggle: () => {
      if (!change.isPending) change.run(!isMarked);
    },
  };
}
