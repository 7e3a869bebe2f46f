import { type Amendment, type Issue, isBlank, LIMITS, toPlainText, type User } from "@logbook/domain";
import { type FormEvent, useId, useLayoutEffect, useRef } from "react";
import { editAmendment } from "../../shared/api/edits.ts";
import type { Edit } from "../../shared/edits/open-edits.ts";
import { useSaveEdit } from "../../shared/edits/use-save-edit.ts";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { TextArea } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { remainingCharacters } from "../../shared/ui/remaining-characters.ts";
import { submitByKey } from "../../shared/ui/submit-by-key.ts";
import { RichText } from "./rich-text.tsx";

interface FormProps {
  amendment: Amendment;
  report: Issue;
  user: User;
  edit: Edit<string>;
}

/** The form in place of the user's own amendment while they edit it. */
export function EditAmendmentForm({ amendment, report, user, edit }: FormProps) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const { isSaving, error, hasConflict, save, cancel } = useSaveEdit<string>({
    edit,
    title: report.title,
    editedAt: amendment.editedAt,
    send: (text, from) => editAmendment(report.id, { id: amendment.id, text, from, userId: user.id }),
    doneMessage: "Amendment saved.",
  });
  const text = edit.open?.texts ?? "";
  const note = toPlainText(text).trim();
  const isChanged = note !== amendment.text;
  const isTooLong = note.length > LIMITS.amendmentLength;
  const length = remainingCharacters(note.length, LIMITS.amendmentLength);
  useLayoutEffect(() => {
    if (!edit.wasOpenedHere) return;
    box.current?.focus();
    box.current?.setSelectionRange(-1, -1);
  }, [edit.wasOpenedHere]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSaving || isBlank(note) || isTooLong) box.current?.focus();
    else if (isChanged) save(note);
    else edit.close();
  };
  return (
    <form data-form={edit.key} className="grid gap-2 py-1 print:hidden" onSubmit={submit} onKeyDown={submitByKey}>
      <TextArea
        ref={box}
        rows={2}
        aria-label="Text of your amendment"
        value={text}
        readOnly={isSaving}
        aria-invalid={isTooLong || error !== null || undefined}
        aria-describedby={cx(length && `${id}-length`, error !== null && `${id}-error`) || undefined}
        onChange={(event) => edit.update({ texts: event.target.value })}
      />
      {length && (
        <p id={`${id}-length`} className={cx("text-sm", isTooLong ? "text-red" : "text-soft")}>
          {length}
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
        <Button type="submit" size="sm" variant="primary" busy={isSaving} disabled={isBlank(note)}>
          Save
        </Button>
        <Button size="sm" busy={isSaving} onClick={() => cancel(text, isChanged)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
