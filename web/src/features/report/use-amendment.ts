import { type Issue, toPlainText, type User } from "@logbook/domain";
import { useEffect, useState } from "react";
import { addAmendment } from "../../shared/api/change-issue.ts";
import { newId } from "../../shared/api/new-id.ts";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { failureOf, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { followOwnWrite } from "../../shared/news/news.ts";
import { onUserChange } from "../../shared/session/store.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";

// By report id, and outside the component, since filters and pages unmount cards: the text that is not stored yet, the
// last attempt to send it, and the state setter of the mounted form.
const drafts = new Map<string, string>();
const attempts = new Map<string, { text: string; id: string }>();
const setters = new Map<string, (text: string) => void>();
onUserChange(() => {
  drafts.clear();
  attempts.clear();
});

const cleanText = (text: string): string => toPlainText(text).trim();

/** The amendment that the user is writing on a report. `note` is the text as `add` would store it. */
export function useAmendment({ id: issueId }: Issue, user: User) {
  const [text, setText] = useState(drafts.get(issueId) ?? "");
  useEffect(() => {
    setters.set(issueId, setText);
    return () => {
      if (setters.get(issueId) === setText) setters.delete(issueId);
    };
  }, [issueId]);
  const changeText = (next: string) => {
    setText(next);
    drafts.set(issueId, next);
  };
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
    if (cleanText(drafts.get(issueId) ?? "") === note) {
      drafts.delete(issueId);
      setters.get(issueId)?.("");
    }
    say("Amendment added.");
  });
  return { text, changeText, note: cleanText(text), add };
}
