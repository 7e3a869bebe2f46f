import type { Issue, User } from "@logbook/domain";
import { useEffect, useEffectEvent } from "react";
import { type Resolver, useForm } from "react-hook-form";
import type { Result } from "../../shared/api/result.ts";
import type { Edit } from "../../shared/edits/open-edits.ts";
import { useSaveEdit } from "../../shared/edits/use-save-edit.ts";
import { EMPTY_TEXTS, type ReportTexts, type TextName } from "../report-form/index.ts";

export interface EditFormProps {
  report: Issue;
  user: User;
  edit: Edit<ReportTexts>;
}

interface FormOptions {
  /** The fields in their order in the form. */
  fields: readonly TextName[];
  resolver: Resolver<ReportTexts>;
  /** `seenEditedAt` is the `editedAt` of the stored texts that the user has seen. */
  send: (texts: ReportTexts, seenEditedAt: string) => Promise<Result<unknown>>;
  doneMessage: string;
}

/** A form that changes the texts of a report. The typed texts are kept while another screen is shown. */
export function useEditForm({ report, edit }: EditFormProps, { fields, resolver, send, doneMessage }: FormOptions) {
  const form = useForm<ReportTexts>({
    defaultValues: edit.open?.texts ?? EMPTY_TEXTS,
    // The library would focus the invalid field that was registered first. `submit` focuses the topmost one.
    shouldFocusError: false,
    resolver,
  });
  const { title, editedAt } = report;
  const { isSaving, error, save, cancel: cancelEdit } = useSaveEdit({ edit, title, editedAt, send, doneMessage });

  const keepTexts = useEffectEvent(() => edit.update({ texts: form.getValues() }));
  // Keep the texts at each change, not on unmount: a form on another screen reads them before this form is unmounted.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => keepTexts() }), [form]);
  useEffect(() => {
    // Leave the focus if the form of an open edit is only shown again, for example after a visit to another screen.
    if (edit.wasOpenedHere) form.setFocus("title");
  }, [form, edit.wasOpenedHere]);

  return {
    form,
    /** The value of the form's `data-form`. By this value `useSaveEdit` learns whether the user still sees the form. */
    formName: edit.key,
    isSaving,
    error,
    submit: form.handleSubmit(save, (errors) => {
      const firstInvalidField = fields.find((name) => errors[name]);
      if (firstInvalidField) form.setFocus(firstInvalidField);
    }),
    cancel() {
      const texts = form.getValues();
      const isChanged = fields.some((name) => texts[name] !== report[name]);
      // Changed texts can be brought back by the button Undo of a message.
      cancelEdit(texts, isChanged);
    },
  };
}
