import { type Issue, MESSAGES, toPlainText, type User } from "@logbook/domain";
import { addAmendment } from "../../shared/api/change-issue.ts";
import { newId } from "../../shared/api/new-id.ts";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { failureOf, unwrap } from "../../shared/api/result.ts";
import { followOwnWrite } from "../../shared/news/news.ts";
import { onUserChange } from "../../shared/session/store.ts";
import { createStore, useStore } from "../../shared/store/store.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { isFormShown } from "../../shared/ui/is-form-shown.ts";

/** An amendment that is being written or sent. */
interface AmendmentDraft {
  text: string;
  /** The last attempt to send it. */
  attempt: { id: string; note: string } | null;
  isSending: boolean;
  /** Why that attempt failed; `null` if it did not. */
  error: unknown;
}

const EMPTY: AmendmentDraft = { text: "", attempt: null, isSending: false, error: null };
const NONE: ReadonlyMap<string, AmendmentDraft> = new Map();
/** The drafts by report id. They outlive the forms, since filters and pages unmount cards. */
const drafts = createStore(NONE);
onUserChange(() => drafts.set(NONE));

/** The amendment that the user is writing on a report. `note` is the text as `add` would store it. */
export function useAmendment({ id: issueId, title }: Issue, user: User) {
  const current = () => drafts.get().get(issueId) ?? EMPTY;
  const update = (changes: Partial<AmendmentDraft>) =>
    drafts.set(new Map(drafts.get()).set(issueId, { ...current(), ...changes }));
  const { text, attempt: lastAttempt, isSending, error } = useStore({ ...drafts, get: current }, EMPTY);
  const note = toPlainText(text).trim();
  const formName = `${issueId}#amendment`;

  async function add(): Promise<void> {
    const say = createAnnouncer();
    // The same text keeps its id, so that another attempt after a lost response does not add it twice.
    const attempt = { id: lastAttempt?.note === note ? lastAttempt.id : newId(), note };
    // Not after the user has signed out: another user's draft has another attempt.
    const isCurrent = () => current().attempt === attempt;
    update({ attempt, isSending: true, error: null });
    try {
      await unwrap(addAmendment({ id: attempt.id, issueId, text: note, userId: user.id, username: user.username }));
    } catch (error) {
      console.error("Failed to add amendment:", failureOf(error)?.body ?? failureOf(error) ?? error);
      if (isCurrent()) update({ isSending: false, error });
      if (!isFormShown(formName)) say(`“${title}”: ${amendmentFailure(error)}`);
      return;
    }
    if (isCurrent()) followOwnWrite(issueId);
    await reloadIssues();
    if (isCurrent()) update(EMPTY);
    say("Amendment added.");
  }
  return { text, changeText: (next: string) => update({ text: next }), note, add, isSending, error, formName };
}

/** The sentence about an amendment that was not added (section 8). */
export const amendmentFailure = (error: unknown): string =>
  failureOf(error)?.kind === "refused" ? MESSAGES.amendmentRefused : MESSAGES.amendmentFailed;
