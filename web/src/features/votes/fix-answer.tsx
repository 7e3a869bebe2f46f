import { type Issue, toPlainText } from "@logbook/domain";
import { type FormEvent, useId, useRef, useState } from "react";
import { newId } from "../../shared/api/new-id.ts";
import { failureOf, failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { getSession, hasUserChanged } from "../../shared/session/store.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { formKeys } from "../../shared/ui/form-keys.ts";
import { TextArea } from "../../shared/ui/inputs.tsx";
import { useFocusFallback } from "../../shared/ui/use-focus-fallback.ts";
import { reloadIssues } from "../after-write/index.ts";
import { markAsFollowed } from "../news/index.ts";
import { sendFixAnswer } from "./fix-answer-api.ts";
import { asked, reloadVotes } from "./load-votes.ts";

interface AnswerProps {
  report: Issue;
  titleId: string;
  /** The user's answer: whether it is fixed, or `null`. */
  answer: boolean | null;
  /** Whether the form for what still happens is open. */
  isWriting: boolean;
  setWriting: (isWriting: boolean) => void;
}

interface SentAnswer {
  fixed: boolean;
  /** Becomes an amendment. */
  text?: string;
}

/** The answers to 'Fixed for you?'. Somebody for whom it still happens can add a line, which becomes an amendment. */
export function FixAnswer({ report: { id }, titleId, answer, isWriting, setWriting }: AnswerProps) {
  const questionId = useId();
  // The line stays while its form is closed.
  const [line, setLine] = useState("");
  const noButton = useRef<HTMLButtonElement>(null);
  const focusTitleOnRemoval = useFocusFallback(titleId);
  const change = useAction(async ({ fixed, text }: SentAnswer) => {
    const announceResult = createAnnouncer();
    const { user } = getSession();
    // Until the reports and answers are loaded again, the buttons show the answer that was sent.
    try {
      await unwrap(sendFixAnswer(id, { fixed, ...amendmentFields(text) }), "Failed to answer:");
    } catch (error) {
      // The report may have been reopened: show what is stored. The text stays.
      if (failureOf(error)?.kind === "refused") await Promise.all([reloadIssues(), reloadVotes()]);
      announceResult(`Your answer was not stored. ${failureText(error)}`);
      return;
    }
    if (hasUserChanged(user)) return;
    asked.set({ ...asked.get(), asked: { ...asked.get().asked, [id]: fixed } });
    if (text !== undefined) markAsFollowed(id);
    if (isWriting) noButton.current?.focus();
    setWriting(false);
    setLine("");
    await Promise.all([reloadIssues(), reloadVotes()]);
    announceResult(fixed ? "Thank you. You say that it is fixed." : "Thank you. You say that it still happens.");
  });
  const amendmentFields = useAmendmentFields();
  const shown = change.pending?.fixed ?? answer;
  return (
    // A row hides the elements `div` in its card.
    <div ref={focusTitleOnRemoval} className="mt-2 print:hidden">
      <fieldset
        aria-labelledby={questionId}
        aria-describedby={titleId}
        className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 text-sm"
      >
        <span id={questionId} className="font-semibold">
          Fixed for you?
        </span>
        <Button
          size="sm"
          variant={shown === true ? "soft" : "secondary"}
          aria-pressed={shown === true}
          onClick={() => {
            if (!change.isPending) change.run({ fixed: true });
          }}
        >
          Yes
        </Button>
        <Button
          ref={noButton}
          size="sm"
          variant={shown === false ? "soft" : "secondary"}
          aria-pressed={shown === false}
          aria-expanded={isWriting}
          onClick={() => setWriting(!isWriting)}
        >
          Still happens
        </Button>
        {isWriting && (
          <LineForm
            text={line}
            setText={setLine}
            isSending={change.isPending}
            send={(text) => change.run({ fixed: false, ...(text !== "" && { text }) })}
            close={() => {
              noButton.current?.focus();
              setWriting(false);
            }}
          />
        )}
      </fieldset>
    </div>
  );
}

/** Gives the same text the same id, so that another attempt after a lost response does not add it twice. */
function useAmendmentFields() {
  const last = useRef<{ id: string; text: string } | null>(null);
  return (text: string | undefined): { id?: string; text?: string } => {
    if (text === undefined) return {};
    if (last.current?.text !== text) last.current = { id: newId(), text };
    return last.current;
  };
}

interface LineProps {
  text: string;
  setText: (text: string) => void;
  isSending: boolean;
  send: (text: string) => void;
  close: () => void;
}

function LineForm({ text, setText, isSending, send, close }: LineProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending) send(toPlainText(text).trim());
  };
  return (
    <form
      className="flex min-w-0 flex-[1_1_16rem] flex-wrap items-end gap-x-3 gap-y-2"
      onSubmit={submit}
      onKeyDown={formKeys(close)}
    >
      <TextArea
        // The user has just asked for this form.
        ref={focusAtFirst}
        rows={1}
        look="line"
        className="flex-1 basis-36 max-sm:basis-full sm:min-h-8 sm:py-1"
        aria-label="What still happens (becomes an amendment)"
        placeholder="What still happens? (optional)"
        value={text}
        readOnly={isSending}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" size="sm" busy={isSending}>
        <span>Send</span>
      </Button>
      <Button size="sm" variant="ghost" onClick={close}>
        Cancel
      </Button>
    </form>
  );
}

const focusAtFirst = (element: HTMLTextAreaElement | null) => element?.focus();
