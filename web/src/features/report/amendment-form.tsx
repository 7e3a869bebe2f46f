import { type Issue, isBlank, LIMITS, MESSAGES, toPlainText, type User } from "@logbook/domain";
import { type FormEvent, useId, useRef, useState } from "react";
import { newId } from "../../shared/api/new-id.ts";
import { failureOf, unwrap } from "../../shared/api/result.ts";
import { useLazyResource } from "../../shared/lazy/lazy-resource.ts";
import { hasUserChanged } from "../../shared/session/store.ts";
import { createUnsentTexts } from "../../shared/session/unsent-texts.ts";
import { useStore } from "../../shared/store/store.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { isFormShown, remainingCharacters, submitByKey, usePreHydrationValue } from "../../shared/ui/forms.ts";
import { TextArea } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useFocusFallback } from "../../shared/ui/use-focus-fallback.ts";
import { reloadIssues } from "../after-write/index.ts";
import { markAsFollowed } from "../news/index.ts";
import { addAmendment } from "./api.ts";
import { filesCode, loadFilesCode } from "./files-code.ts";

/** An amendment that is being written or sent. */
interface AmendmentDraft {
  text: string;
  /** Names the files that were chosen for it (features/drafts/unsent-files.ts), once their area was opened. */
  filesKey?: string | undefined;
  /** The last attempt to send the amendment, with its id and its text. */
  attempt: { id: string; text: string } | null;
  isSending: boolean;
  /** Why the last attempt failed; `null` if it did not. */
  error: unknown;
}

const EMPTY_DRAFT: AmendmentDraft = { text: "", attempt: null, isSending: false, error: null };
/** The drafts by report id. They outlive the forms, since filters and pages unmount cards. */
const drafts = createUnsentTexts<AmendmentDraft>("logbook.amendments", (draft) =>
  draft.text === "" && !draft.filesKey ? null : { ...draft, isSending: false, error: null },
);

/** The amendment that the user is writing on a report. `cleanText` is the text as `add` would store it. */
function useAmendment({ id: issueId, title }: Issue, user: User) {
  const currentDraft = () => drafts.get().get(issueId) ?? EMPTY_DRAFT;
  const update = (changes: Partial<AmendmentDraft>) => drafts.put(issueId, { ...currentDraft(), ...changes });
  // Reads only this report's draft from the store. During hydration there is no draft.
  const draft = useStore({ ...drafts, get: currentDraft }, EMPTY_DRAFT);
  const { text, filesKey, isSending, error } = draft;
  const cleanText = toPlainText(text).trim();
  // The value of the form's `data-form`, by which `isFormShown` finds the form.
  const formName = `${issueId}#amendment`;

  async function add(): Promise<void> {
    const announceResult = createAnnouncer();
    // The same text keeps its id, so that another attempt after a lost response does not add the text twice.
    const id = draft.attempt?.text === cleanText ? draft.attempt.id : newId();
    const attempt = { id, text: cleanText };
    // `false` once the user has logged out, which removes all drafts.
    const isCurrent = () => currentDraft().attempt === attempt;
    update({ attempt, isSending: true, error: null });
    const amendment = { ...attempt, issueId, userId: user.id, username: user.username };
    let discardFiles: (() => void) | null;
    try {
      const adding = filesKey ? (await loadFilesCode()).sendWithFiles(filesKey, amendment) : addAmendment(amendment);
      discardFiles = await unwrap<(() => void) | null>(adding);
    } catch (error) {
      const failure = failureOf(error);
      // Log the body of the response if there is one, else the failed call or the exception.
      console.error("Failed to add amendment:", failure?.body ?? failure ?? error);
      // The id belongs to what has arrived. Adding the amendment once more adds it under another one.
      const isTaken = failure?.code === "already-exists";
      if (isCurrent()) update({ isSending: false, error, ...(isTaken && { attempt: null }) });
      // A form in view shows the error itself.
      if (!isFormShown(formName)) announceResult(`“${title}”: ${amendmentFailure(error)}`);
      return;
    }
    if (isCurrent() && !hasUserChanged(user)) markAsFollowed(issueId);
    await reloadIssues();
    if (isCurrent()) drafts.put(issueId, null);
    discardFiles?.();
    announceResult("Amendment added.");
  }
  return { text, filesKey, update, cleanText, add, isSending, error, formName };
}

/** The sentence about an amendment that was not added (section 8). */
const amendmentFailure = (error: unknown): string =>
  failureOf(error)?.kind === "refused" ? MESSAGES.amendmentRefused : MESSAGES.amendmentFailed;

interface FormProps {
  report: Issue;
  user: User;
  titleId: string;
  /** Whether the report was deleted meanwhile. The form then stays only if it has a text, which the user can copy. */
  isDeleted: boolean;
  className?: string;
}

/** The form that adds an amendment (sections 2, 5 and 8). The typed text stays until the API has stored it. */
export function AmendmentForm({ report, user, titleId, isDeleted, className = "" }: FormProps) {
  const { text, filesKey, update, cleanText, add, isSending, error, formName } = useAmendment(report, user);
  const textAreaId = useId();
  const textArea = useRef<HTMLTextAreaElement>(null);
  const changeText = (newText: string) => update({ text: newText });
  usePreHydrationValue(textArea, text, changeText);
  const [isUsed, setIsUsed] = useState(false);
  const use = () => setIsUsed(true);
  const hasFilesPart = !isDeleted && (isUsed || text !== "" || filesKey !== undefined);
  const files = useLazyResource(filesCode, hasFilesPart);
  const focusTitleOnRemoval = useFocusFallback(titleId);
  const focusTextAreaOnRemoval = useFocusFallback(textAreaId);
  const isTooLong = cleanText.length > LIMITS.amendmentLength;
  const counter = remainingCharacters(cleanText.length, LIMITS.amendmentLength);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank(cleanText) || isSending || isDeleted) return;
    // The pressed button is about to be disabled, so move the focus first.
    textArea.current?.focus();
    if (!isTooLong) void add();
  };
  const hasFailed = error !== null;
  // The failed API call, if `error` comes from one.
  const failure = failureOf(error);
  if (isDeleted && text === "") return null;
  return (
    <form
      ref={focusTitleOnRemoval}
      data-form={formName}
      // The area for files needs the whole width, so that the buttons beside the form stay above it.
      className={cx(
        "flex flex-wrap items-end justify-end gap-x-3 gap-y-1 print:hidden",
        className,
        filesKey !== undefined && "basis-full",
      )}
      onSubmit={submit}
      onKeyDown={submitByKey}
      onFocus={use}
      onDragEnter={use}
    >
      <TextArea
        id={textAreaId}
        ref={textArea}
        rows={1}
        look="line"
        className="min-h-9 flex-1 basis-28 py-1! leading-6 sm:min-h-7 sm:py-0.5!"
        aria-label="Amendment"
        placeholder="Amendment…"
        value={text}
        readOnly={isSending || isDeleted}
        aria-invalid={hasFailed || isTooLong || undefined}
        aria-describedby={cx(counter && `${textAreaId}-length`, hasFailed && `${textAreaId}-error`, titleId)}
        onChange={(event) => changeText(event.target.value)}
      />
      {hasFilesPart && files.kind === "loaded" && (
        <files.code.AmendmentFiles
          {...{ filesKey, user, text, textArea }}
          issueId={report.id}
          isLocked={isSending}
          setFilesKey={(key) => update({ filesKey: key })}
        />
      )}
      {!isDeleted && (
        <Button ref={focusTextAreaOnRemoval} type="submit" size="sm" disabled={isBlank(cleanText) || isSending}>
          {isSending ? "Adding…" : "Add amendment"}
        </Button>
      )}
      {counter && (
        <p id={`${textAreaId}-length`} className={cx("basis-full text-sm", isTooLong ? "text-red" : "text-soft")}>
          {counter}
        </p>
      )}
      {hasFailed && (
        <Notice kind="error" id={`${textAreaId}-error`} className="basis-full">
          {amendmentFailure(error)}
        </Notice>
      )}
      {/* The API's own reason, below the sentence that section 8 requires. */}
      {failure?.kind === "refused" && <p className="basis-full text-soft text-sm">{failure.error}</p>}
    </form>
  );
}
