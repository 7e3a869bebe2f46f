import { type Issue, MESSAGES, toPlainText, type User } from "@logbook/domain";
import { addAmendment, newId, reloadIssues } from "../../shared/api/report-writes.ts";
import { failureOf, unwrap } from "../../shared/api/result.ts";
import { followOwnWrite } from "../../shared/news/news.ts";
import { onUserChange } from "../../shared/session/store.ts";
import { createStore, useStore } from "../../shared/store/store.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { isFormShown } from "../../shared/ui/forms.ts";

/** An amendment that is being written or sent. */
interface AmendmentDraft {
  text: string;
  /** The last attempt to send the amendment, with its id and its text. */
  attempt: { id: string; text: string } | null;
  isSending: boolean;
  /** Why the last attempt failed; `null` if it did not. */
  error: unknown;
}

const EMPTY_DRAFT: AmendmentDraft = { text: "", attempt: null, isSending: false, error: null };
const NO_DRAFTS: ReadonlyMap<string, AmendmentDraft> = new Map();
/** The drafts by report id. They outlive the forms, since filters and pages unmount cards. */
const drafts = createStore(NO_DRAFTS);
onUserChange(() => drafts.set(NO_DRAFTS));

/** The amendment that the user is writing on a report. `cleanText` is the text as `add` would store it. */
export function useAmendment({ id: issueId, title }: Issue, user: User) {
  const currentDraft = () => drafts.get().get(issueId) ?? EMPTY_DRAFT;
  const update = (changes: Partial<AmendmentDraft>) =>
    drafts.set(new Map(drafts.get()).set(issueId, { ...currentDraft(), ...changes }));
  // Reads only this report's draft from the store. During hydration there is no draft.
  const draft = useStore({ ...drafts, get: currentDraft }, EMPTY_DRAFT);
  const { text, isSending, error } = draft;
  const cleanText = toPlainText(text).trim();
  // The value of the form's `data-form`, by which `isFormShown` finds the form.
  const formName = `${issueId}#amendment`;

  async function add(): Promise<void> {
    const announceResult = createAnnouncer();
    // The same text keeps its id, so that another attempt after a lost response does not add the text twice.
    const id = draft.attempt?.text === cleanText ? draft.attempt.id : newId();
    const attempt = { id, text: cleanText };
    // `false` once the user has signed out, which removes all drafts.
    const isCurrent = () => currentDraft().attempt === attempt;
    update({ attempt, isSending: true, error: null });
    try {
      await unwrap(addAmendment({ ...attempt, issueId, userId: user.id, username: user.username }));
    } catch (error) {
      const failure = failureOf(error);
      console.error("Failed to add amendment:", failure?.body ?? failure ?? error);
      if (isCurrent()) update({ isSending: false, error });
      // A form in view shows the error itself.
      if (!isFormShown(formName)) announceResult(`“${title}”: ${amendmentFailure(error)}`);
      return;
    }
    if (isCurrent()) followOwnWrite(issueId);
    await reloadIssues();
    if (isCurrent()) update(EMPTY_DRAFT);
    announceResult("Amendment added.");
  }
  const changeText = (newText: string) => update({ text: newText });
  return { text, changeText, cleanText, add, isSending, error, formName };
}

/** The sentence about an amendment that was not added (section 8). */
export const amendmentFailure = (error: unknown): string =>
  failureOf(error)?.kind === "refused" ? MESSAGES.amendmentRefused : MESSAGES.amendmentFailed;
