import { type Issue, isBlank, LIMITS, type User } from "@logbook/domain";
import { type FormEvent, useId, useRef } from "react";
import { failureOf } from "../../shared/api/result.ts";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { TextArea } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { remainingCharacters } from "../../shared/ui/remaining-characters.ts";
import { usePreHydrationValue } from "../../shared/ui/use-pre-hydration-value.ts";
import { amendmentFailure, useAmendment } from "./use-amendment.ts";
import { useFocusFallback } from "./use-focus-fallback.ts";

interface FormProps {
  report: Issue;
  user: User;
  titleId: string;
  isClosed: boolean;
  className?: string;
}

/** The text box and button that add an amendment (sections 2, 5 and 8). The text stays until it is stored. */
export function AmendmentForm({ report, user, titleId, isClosed, className = "" }: FormProps) {
  const { text, changeText, note, add, isSending, error, formName } = useAmendment(report, user);
  const boxId = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  usePreHydrationValue(box, text, changeText);
  const titleFallback = useFocusFallback(titleId);
  const boxFallback = useFocusFallback(boxId);
  const isTooLong = note.length > LIMITS.amendmentLength;
  const length = remainingCharacters(note.length, LIMITS.amendmentLength);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBlank(note) || isSending || isClosed) return;
    // The button will be disabled, which would lose the focus.
    box.current?.focus();
    if (!isTooLong) void add();
  };
  const hasFailed = error !== null;
  const failure = failureOf(error);
  if (isClosed && text === "") return null;
  return (
    <form
      ref={titleFallback}
      data-form={formName}
      className={`flex flex-wrap items-end justify-end gap-x-3 gap-y-2 print:hidden ${className}`}
      onSubmit={submit}
    >
      <TextArea
        id={boxId}
        ref={box}
        rows={1}
        look="line"
        className="flex-1 basis-36 sm:min-h-8 sm:py-1"
        aria-label="Amendment"
        placeholder="Amendment…"
        value={text}
        readOnly={isSending || isClosed}
        aria-invalid={hasFailed || isTooLong || undefined}
        aria-describedby={cx(length && `${boxId}-length`, hasFailed && `${boxId}-error`, titleId)}
        onChange={(event) => changeText(event.target.value)}
      />
      {!isClosed && (
        <Button ref={boxFallback} type="submit" size="sm" disabled={isBlank(note) || isSending}>
          {isSending ? "Adding…" : "Add amendment"}
        </Button>
      )}
      {length && (
        <p id={`${boxId}-length`} className={cx("basis-full text-sm", isTooLong ? "text-red" : "text-soft")}>
          {length}
        </p>
      )}
      {hasFailed && (
        <Notice kind="error" id={`${boxId}-error`} className="basis-full">
          {amendmentFailure(error)}
        </Notice>
      )}
      {failure?.kind === "refused" && <p className="basis-full text-soft text-sm">{failure.error}</p>}
    </form>
  );
}
