import { type Issue, isBlank, LIMITS, MESSAGES, toPlainText, type User } from "@logbook/domain";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { addAmendment } from "../../shared/api/add-amendment.ts";
import { failureOf, unwrap } from "../../shared/api/api-error.ts";
import { newId } from "../../shared/api/new-id.ts";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { onUserChange } from "../../shared/session/store.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { TextArea } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { remainingCharacters } from "../../shared/ui/remaining-characters.ts";
import { usePreHydrationValue } from "../../shared/ui/use-pre-hydration-value.ts";
import { FocusFallback } from "./focus-fallback.tsx";

/*
 * By report, since a card may be taken away by another filter or page, and come back: what was typed and is not stored yet,
 * what it was last sent as, and the box that shows it.
 */
const drafts = new Map<string, string>();
const attempts = new Map<string, { text: string; id: string }>();
const boxes = new Map<string, (text: string) => void>();
onUserChange(() => {
  drafts.clear();
  attempts.clear();
});

/** A note as it is stored. */
const tidied = (text: string): string => toPlainText(text).trim();

/** `isClosed`: what was typed can only be read and copied any more. */
interface FormProps {
  report: Issue;
  user: User;
  titleId: string;
  isClosed: boolean;
}

/** The text box and button that add an amendment (sections 2, 5 and 8). The text stays until it was taken. */
export function AmendmentForm({ report, user, titleId, isClosed }: FormProps) {
  const [text, setText] = useState(drafts.get(report.id) ?? "");
  const boxId = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    boxes.set(report.id, setText);
    return () => {
      if (boxes.get(report.id) === setText) boxes.delete(report.id);
    };
  }, [report.id]);
  const type = (next: string) => {
    setText(next);
    drafts.set(report.id, next);
  };
  usePreHydrationValue(box, text, type);
  const add = useAction(async (note: string) => {
    // The same id goes with the same text, so that sending again after a lost answer adds nothing twice.
    const say = createAnnouncer();
    const last = attempts.get(report.id);
    const { id } = last?.text === note ? last : { id: newId() };
    attempts.set(report.id, { text: note, id });
    try {
      await unwrap(addAmendment({ id, issueId: report.id, text: note, userId: user.id, username: user.username }));
    } catch (error) {
      console.error("Failed to add amendment:", failureOf(error)?.body ?? failureOf(error) ?? error);
      throw error;
    }
    attempts.delete(report.id);
    await reloadIssues();
    // In the box of another card by now, where it may have been changed.
    if (tidied(drafts.get(report.id) ?? "") === note) {
      drafts.delete(report.id);
      boxes.get(report.id)?.("");
    }
    say("Amendment added.");
  });
  const pending = add.pending !== null;
  const note = tidied(text);
  const tooLong = note.length > LIMITS.amendmentLength;
  const length = remainingCharacters(note.length, LIMITS.amendmentLength);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank(note) || pending || isClosed) return;
    // The button is about to be disabled, which would drop the focus.
    box.current?.focus();
    if (!tooLong) add.run(note);
  };
  const failed = add.error !== null;
  const failure = failureOf(add.error);
  const refused = failure?.kind === "refused";
  if (isClosed && text === "") return null;
  return (
    <FocusFallback to={titleId}>
      <form className="mt-3 flex flex-wrap items-end justify-end gap-3 print:hidden" onSubmit={submit}>
        <TextArea
          id={boxId}
          ref={box}
          rows={1}
          look="line"
          className="flex-1 basis-36"
          aria-label="Amendment"
          placeholder="Amendment…"
          value={text}
          readOnly={pending || isClosed}
          aria-invalid={failed || tooLong || undefined}
          aria-describedby={cx(length && `${boxId}-length`, failed && `${boxId}-error`, titleId)}
          onChange={(event) => type(event.target.value)}
        />
        {!isClosed && (
          <FocusFallback to={boxId}>
            <Button type="submit" size="sm" disabled={isBlank(note) || pending}>
              {pending ? "Adding…" : "Add amendment"}
            </Button>
          </FocusFallback>
        )}
        {length && (
          <p id={`${boxId}-length`} className={cx("-mt-2 basis-full text-sm", tooLong ? "text-red" : "text-soft")}>
            {length}
          </p>
        )}
        {failed && (
          <Notice kind="error" id={`${boxId}-error`} className="basis-full">
            {refused ? MESSAGES.amendmentRefused : MESSAGES.amendmentFailed}
          </Notice>
        )}
        {refused && <p className="-mt-2 basis-full text-soft text-sm">{failure.error}</p>}
      </form>
    </FocusFallback>
  );
}
