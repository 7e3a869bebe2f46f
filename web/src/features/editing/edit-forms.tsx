import { zodResolver } from "@hookform/resolvers/zod";
import { correctionSchema, FORM_FIELDS, type Issue, toPlainText, type User } from "@logbook/domain";
import { type ReactNode, useEffect, useEffectEvent, useId } from "react";
import { type Resolver, useForm } from "react-hook-form";
import type { Result } from "../../shared/api/result.ts";
import { Button } from "../../shared/ui/button.tsx";
import { formKeys } from "../../shared/ui/form-keys.ts";
import { Notice } from "../../shared/ui/notice.tsx";
import {
  type FieldProps,
  FormHint,
  focusInvalidField,
  PriorityField,
  ReporterField,
  ReportField,
} from "../report-form/index.ts";
import {
  cleanTexts,
  fieldOrder,
  type ReportTexts,
  type TextName,
  validateTexts,
  withHiddenTexts,
} from "../report-texts/index.ts";
import { correctReport, editReport } from "./api.ts";
import type { Edit } from "./open-edits.ts";
import { useSaveEdit } from "./use-save-edit.ts";

interface EditFormProps {
  report: Issue;
  user: User;
  edit: Edit<ReportTexts>;
}

/** The reporter's form for the texts and the priority of their report, with the fields of the report form. */
export function EditForm(props: EditFormProps) {
  const { report, user } = props;
  const { id, type, reporter } = report;
  return (
    <TextsForm
      {...props}
      heading="Edit this report"
      fields={fieldOrder(type)}
      // An edit must not empty the fields that the form does not show.
      resolver={(texts, ...context) => validateTexts(cleanTexts(withHiddenTexts(type, texts, report)), ...context)}
      send={(texts, seenEditedAt) => editReport(id, { ...texts, from: seenEditedAt, userId: user.id })}
      doneMessage="Report saved."
    >
      {(fieldProps) => (
        <>
          <ReportField name="title" {...fieldProps} />
          <ReportField name="description" {...fieldProps} />
          <PriorityField type={type} {...fieldProps} />
          <ReporterField username={reporter} />
          {FORM_FIELDS[type].map((name) => (
            <ReportField key={name} name={name} {...fieldProps} />
          ))}
        </>
      )}
    </TextsForm>
  );
}

// The cast is needed because this resolver reads and returns only the title and the priority.
const validateCorrection = zodResolver(
  correctionSchema.pick({ title: true, priority: true }),
) as unknown as Resolver<ReportTexts>;

/** An admin's form for the title and the priority of any report. */
export function CorrectionForm(props: EditFormProps) {
  const { report, user } = props;
  return (
    <TextsForm
      {...props}
      heading="Correct title or priority"
      fields={["title", "priority"]}
      resolver={({ title, priority }, ...context) =>
        validateCorrection({ title: toPlainText(title), priority } as ReportTexts, ...context)
      }
      send={({ title, priority }, seenEditedAt) =>
        correctReport(report.id, { title, priority, from: seenEditedAt, userId: user.id })
      }
      doneMessage="Report corrected."
    >
      {(fieldProps) => (
        <>
          <ReportField name="title" {...fieldProps} />
          <PriorityField type={report.type} {...fieldProps} />
        </>
      )}
    </TextsForm>
  );
}

interface TextsFormProps extends EditFormProps {
  heading: string;
  /** The fields in their order in the form. */
  fields: readonly TextName[];
  resolver: Resolver<ReportTexts>;
  /** Gets the texts that the resolver returns, and the `editedAt` of the stored texts that the user has seen. */
  send: (texts: ReportTexts, seenEditedAt: string) => Promise<Result<unknown>>;
  doneMessage: string;
  children: (fieldProps: FieldProps) => ReactNode;
}

/** A form that changes texts of a report. The typed texts are kept while another screen is shown. */
function TextsForm({ report, edit, heading, fields, resolver, send, doneMessage, children }: TextsFormProps) {
  const headingId = useId();
  // The form is rendered only while the edit is open. `focusInvalidField` moves the focus after an error.
  const form = useForm<ReportTexts>({ defaultValues: edit.open!.texts, shouldFocusError: false, resolver });
  const { title, editedAt } = report;
  const { isSaving, error, save, cancel } = useSaveEdit({ edit, title, editedAt, send, doneMessage });

  const keepTexts = useEffectEvent(() => edit.update({ texts: form.getValues() }));
  // Keep the texts at each change, not on unmount: a form on another screen reads them before this form is unmounted.
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => keepTexts() }), [form]);
  useEffect(() => {
    // Do not take the focus if the form was open before, for example before a visit to another screen.
    if (edit.wasOpenedHere) form.setFocus("title");
  }, [form, edit.wasOpenedHere]);

  const submit = form.handleSubmit(save, (errors) => focusInvalidField(form, fields, errors));
  const cancelTexts = () => {
    if (isSaving) return;
    const texts = form.getValues();
    const isChanged = fields.some((name) => texts[name] !== report[name]);
    // After a change, `cancel` shows a message with the button Undo.
    cancel(texts, isChanged);
  };
  return (
    <form
      // By this value `useSaveEdit` learns whether the user still sees the form.
      data-form={edit.key}
      noValidate
      autoComplete="off"
      aria-labelledby={headingId}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-4 rounded-md border border-rule bg-sunken p-4 sm:grid-cols-2 print:hidden"
      onSubmit={(event) => void submit(event)}
      onKeyDown={formKeys(cancelTexts)}
    >
      <h2 id={headingId} className="font-semibold font-serif text-xl sm:col-span-2">
        {heading}
      </h2>
      {children({ form, isLocked: isSaving })}
      {error !== null && (
        <Notice kind="error" className="sm:col-span-2">
          {error}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2">
        <Button type="submit" variant="primary" busy={isSaving}>
          Save
        </Button>
        <Button busy={isSaving} onClick={cancelTexts}>
          Cancel
        </Button>
        <FormHint ctrlEnterVerb="saves" />
      </div>
    </form>
  );
}
