import { type Amendment, type Issue, isBlank, LIMITS, toPlainText, type User } from "@logbook/domain";
import { type FormEvent, useId, useLayoutEffect, useRef } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { formKeys } from "../../shared/ui/form-keys.ts";
import { remainingCharacters } from "../../shared/ui/forms.ts";
import { TextArea } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import type { Edit } from "../editing/index.ts";
import { useSaveEdit } from "../editing/index-lazy.ts";
import { editAmendment } from "./api.ts";
import { RichText } from "./rich-text.tsx";

interface FormProps {
  amendment: Amendment;
  report: Issue;
  user: User;
  edit: Edit<string>;
}

/** The form that replaces the user's own amendment while they edit it. */
export function EditAmendmentForm({ amendment, report, user, edit }: FormProps) {
  const id = useId();
  const textArea = useRef<HTMLTextAreaElement>(null);
  const { isSaving, error, hasConflict, save, cancel } = useSaveEdit<string>({
    edit,
    title: report.title,
    editedAt: amendment.editedAt,
    send: (text, seenEditedAt) =>
      editAmendment(report.id, { id: amendment.id, text, from: seenEditedAt, userId: user.id }),
    doneMessage: "Amendment saved.",
  });
  const text = edit.open?.texts ?? "";
  const cleanText = toPlainText(text).trim();
  const isChanged = cleanText !== amendment.text;
  const isTooLong = cleanText.length > LIMITS.amendmentLength;
  const counter = remainingCharacters(cleanText.length, LIMITS.amendmentLength);
  useLayoutEffect(() => {
    // Do not take the focus if the form was open before, for example in a card that a filter had hidden.
    if (!edit.wasOpenedHere) return;
    textArea.current?.focus();
    // Moves the text cursor to the end.
    textArea.current?.setSelectionRange(-1, -1);
  }, [edit.wasOpenedHere]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || isBlank(cleanText) || isTooLong) textArea.current?.focus();
    else if (isChanged) save(cleanText);
    else edit.close();
  };
  // After a change, `cancel` shows a message with the button Undo.
  const close = () => {
    if (!isSaving) cancel(text, isChanged);
  };
  return (
    <form data-form={edit.key} className="grid gap-2 py-1 print:hidden" onSubmit={submit} onKeyDown={formKeys(close)}>
      <TextArea
        ref={textArea}
        rows={2}
        aria-label="Text of your amendment"
        value={text}
        readOnly={isSaving}
        aria-invalid={isTooLong || error !== null || undefined}
        aria-describedby={cx(counter && `${id}-length`, error !== null && `${id}-error`) || undefined}
        onChange={(event) => edit.update({ texts: event.target.value })}
      />
      {counter && (
        <p id={`${id}-length`} className={cx("text-sm", isTooLong ? "text-red" : "text-soft")}>
          {counter}
        </p>
      )}
      {error !== null && (
        <Notice kind="error" id={`${id}-error`}>
          {error}
        </Notice>
      )}
      {hasConflict && (
        <div className="text-sm">
          <p className="font-semibold">The text that was saved meanwhile:</p>
          <RichText text={amendment.text} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" busy={isSaving} disabled={isBlank(cleanText)}>
          Save
        </Button>
        <Button size="sm" busy={isSaving} onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
