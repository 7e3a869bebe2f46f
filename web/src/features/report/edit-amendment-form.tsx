import { type Amendment, type Issue, isBlank, LIMITS, toPlainText, type User } from "@logbook/domain";
import { type FormEvent, type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";
import { editAmendment } from "../../shared/api/edits.ts";
import { reloadIssues } from "../../shared/api/reload-issues.ts";
import { failureOf, failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { announce, createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { TextArea } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { remainingCharacters } from "../../shared/ui/remaining-characters.ts";
import type { OpenEdit } from "./open-edits.ts";

interface FormProps {
  amendment: Amendment;
  report: Issue;
  user: User;
  edit: OpenEdit<string>;
}

/** The form in the place of one's own amendment. What was typed stays until it is stored or Cancel is pressed. */
export function EditAmendmentForm({ amendment, report, user, edit }: FormProps) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const text = edit.text ?? "";
  const note = toPlainText(text).trim();
  const save = useAction<true>(async () => {
    const say = createAnnouncer();
    const from = amendment.editedAt ?? "";
    try {
      await unwrap(editAmendment(report.id, { id: amendment.id, text: note, from, userId: user.id }));
    } catch (error) {
      console.error("Failed to edit amendment:", failureOf(error) ?? error);
      // Show what is stored now; saving again then replaces that.
      if (failureOf(error)?.code === "conflict") await reloadIssues();
      throw error;
    }
    await reloadIssues();
    edit.close();
    say("Amendment saved.");
  });
  const isPending = save.pending !== null;
  const isTooLong = note.length > LIMITS.amendmentLength;
  const length = remainingCharacters(note.length, LIMITS.amendmentLength);
  useLayoutEffect(() => {
    if (!edit.wasOpenedHere) return;
    box.current?.focus();
    box.current?.setSelectionRange(-1, -1);
  }, [edit.wasOpenedHere]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending || isBlank(note) || isTooLong) box.current?.focus();
    else if (note === amendment.text) edit.close();
    else save.run(true);
  };
  const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  const cancel = () => {
    edit.close();
    if (note === amendment.text) return;
    announce("Your changes were discarded.", {
      label: "Undo",
      shortcutHint: "Ctrl+Z brings them back.",
      run: () => edit.keep(text),
    });
  };
  return (
    <form className="grid gap-2 py-1 print:hidden" onSubmit={submit} onKeyDown={submitByKey}>
      <TextArea
        ref={box}
        rows={2}
        aria-label="Text of your amendment"
        value={text}
        readOnly={isPending}
        aria-invalid={isTooLong || isBlank(note) || save.error !== null || undefined}
        aria-describedby={cx(length && `${id}-length`, save.error !== null && `${id}-error`)}
        onChange={(event) => edit.keep(event.target.value)}
      />
      {length && (
        <p id={`${id}-length`} className={cx("text-sm", isTooLong ? "text-red" : "text-soft")}>
          {length}
        </p>
      )}
      {save.error !== null && (
        <Notice kind="error" id={`${id}-error`}>
          Your amendment was not changed. {failureText(save.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="primary" busy={isPending} disabled={isBlank(note) && !isPending}>
          Save
        </Button>
        <Button size="sm" busy={isPending} onClick={cancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
