import { type Issue, toPlainText, type User } from "@logbook/domain";
import { addAmendment } from "../../shared/api/change-issue.ts";
import { newId } from "../../shared/api/new-id.ts";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { failureOf, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { followOwnWrite } from "../../shared/news/news.ts";
import { onUserChange } from "../../shared/session/store.ts";
import { createStore, useStore } from "../../shared/store/store.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";

// By report id, and outside the component, since filters and pages unmount cards: the text that is not stored yet, and
// the last attempt to send it.
const NONE: ReadonlyMap<string, string> = new Map();
const drafts = createStore(NONE);
const attempts = new Map<string, { text: string; id: string }>();
onUserChange(() => {
  drafts.set(NONE);
  attempts.clear();
});

const cleanText = (text: string): string => toPlainText(text).trim();

/** The amendment that the user is writing on a report. `note` is the text as `add` would store it. */
export function useAmendment({ id: issueId }: Issue, user: User) {
  const currentText = () => drafts.get().get(issueId) ?? "";
  const text = useStore({ get: currentText, subscribe: drafts.subscribe }, "");
  const changeText = (next: string) => drafts.set(new Map(drafts.get()).set(issueId, next));
  const add = useAction(async (note: string) => {
    const say = createAnnouncer();
    // The same text keeps its id, so that another attempt after a lost response does not add it twice.
    const last = attempts.get(issueId);
    const { id } = last?.text === note ? last : { id: newId() };
    attempts.set(issueId, { text: note, id });
    try {
      await unwrap(addAmendment({ id, issueId, text: note, userId: user.id, username: user.username }));
    } catch (error) {
      console.error("Failed to add amendment:", failureOf(error)?.body ?? failureOf(error) ?? error);
      throw error;
    }
    attempts.delete(issueId);
    followOwnWrite(issueId);
    await reloadIssues();
    // The text may have been changed since, in a newly mounted form.
    if (cleanText(currentText()) === note) changeText("");
    say("Amendment added.");
  });
  return { text, changeText, note: cleanText(text), add };
}
