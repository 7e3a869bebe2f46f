import { type Issue, isBlank, LIMITS, type User } from "@logbook/domain";
import { type FormEvent, useId, useRef } from "react";
import { failureOf } from "../../shared/api/result.ts";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { remainingCharacters, usePreHydrationValue } from "../../shared/ui/forms.ts";
import { TextArea } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { amendmentFailure, useAmendment } from "./use-amendment.ts";
import { useFocusFallback } from "./use-focus-fallback.ts";

interface FormProps {
  report: Issue;
  user: User;
  titleId: string;
  /** Whether the report was deleted meanwhile. The form then stays only while it has text, so that it can be copied. */
  isDeleted: boolean;
  className?: string;
}

/** The form that adds an amendment (sections 2, 5 and 8). The typed text stays until the API has stored it. */
export function AmendmentForm({ report, user, titleId, isDeleted, className = "" }: FormProps) {
  const { text, changeText, cleanText, add, isSending, error, formName } = useAmendment(report, user);
  const textAreaId = useId();
  const textArea = useRef<HTMLTextAreaElement>(null);
  usePreHydrationValue(textArea, text, changeText);
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
      className={`flex flex-wrap items-end justify-end gap-x-3 gap-y-2 print:hidden ${className}`}
      onSubmit={submit}
    >
      <TextArea
        id={textAreaId}
        ref={textArea}
        rows={1}
        look="line"
        className="flex-1 basis-36 sm:min-h-8 sm:py-1"
        aria-label="Amendment"
        placeholder="Amendment…"
        value={text}
        readOnly={isSending || isDeleted}
        aria-invalid={hasFailed || isTooLong || undefined}
        aria-describedby={cx(counter && `${textAreaId}-length`, hasFailed && `${textAreaId}-error`, titleId)}
        onChange={(event) => changeText(event.target.value)}
      />
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
