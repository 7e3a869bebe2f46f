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
  send: (texts: ReportTexts, from: string) => Promise<Result<unknown>>;
  doneMessage: string;
}

/** A form that changes the texts of a report. It keeps what was typed while another screen is shown. */
export function useEditForm({ report, edit }: EditFormProps, { fields, resolver, send, doneMessage }: FormOptions) {
  const form = useForm<ReportTexts>({
    defaultValues: edit.open?.texts ?? EMPTY_TEXTS,
    shouldFocusError: false,
    resolver,
  });
  const { title, editedAt } = report;
  const { isSaving, error, save, cancel } = useSaveEdit({ edit, title, editedAt, send, doneMessage });

  const saveTexts = useEffectEvent(() => edit.update({ texts: form.getValues() }));
  // At each change: another form may replace this one, and is rendered before this one is unmounted.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => saveTexts() }), [form]);
  useEffect(() => {
    if (edit.wasOpenedHere) form.setFocus("title");
  }, [form, edit.wasOpenedHere]);

  return {
    form,
    name: edit.key,
    isSaving,
    error,
    submit: form.handleSubmit(save, (errors) => {
      const firstInvalid = fields.find((name) => errors[name]);
      if (firstInvalid) form.setFocus(firstInvalid);
    }),
    cancel() {
      const texts = form.getValues();
      cancel(
        texts,
        fields.some((name) => texts[name] !== report[name]),
      );
    },
  };
}
