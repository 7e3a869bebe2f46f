import { zodResolver } from "@hookform/resolvers/zod";
import { correctionSchema, DETAIL_FIELDS, type Issue, reportTextsSchema, toPlainText } from "@logbook/domain";
import { type ReactNode, useId } from "react";
import type { Resolver } from "react-hook-form";
import { correctReport, editReport } from "../../shared/api/edits.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { submitByKey } from "../../shared/ui/submit-by-key.ts";
import {
  cleanTexts,
  DESCRIPTION,
  DetailFields,
  FormHint,
  fieldOrder,
  PriorityField,
  Reporter,
  ReportField,
  type ReportTexts,
  TITLE,
  textsOfType,
} from "../report-form/index.ts";
import { type EditFormProps, useEditForm } from "./use-edit-form.ts";

const FULL_WIDTH = "sm:col-span-2";

const resolve: Resolver<ReportTexts> = zodResolver(reportTextsSchema.required());
// This resolver reads and returns only the title and the priority, so its type differs.
const resolveCorrection = zodResolver(
  correctionSchema.pick({ title: true, priority: true }),
) as unknown as Resolver<ReportTexts>;

/** The reporter's form for the texts and the priority of their report, with the fields of the report form. */
export function EditForm(props: EditFormProps) {
  const { report, user } = props;
  const { form, ...actions } = useEditForm(props, {
    fields: fieldOrder(report.type),
    resolver: (texts, context, options) => resolve(cleanTexts(withHidden(report, texts)), context, options),
    send: (texts, from) => editReport(report.id, { ...texts, from, userId: user.id }),
    doneMessage: "Report saved.",
  });
  const { type } = report;
  const isLocked = actions.isSaving;
  return (
    <Form heading="Edit this report" {...actions}>
      <ReportField {...{ form, isLocked }} {...TITLE} required className={FULL_WIDTH} />
      <ReportField {...{ form, isLocked }} {...DESCRIPTION} required className={FULL_WIDTH} />
      <PriorityField {...{ form, type, isLocked }} />
      <Reporter username={report.reporter} />
      <DetailFields {...{ form, type, isLocked }} />
    </Form>
  );
}

/** Adds the stored texts of the fields that the form of this type does not show: an edit must not empty them. */
function withHidden(report: Issue, texts: ReportTexts): ReportTexts {
  const shown: readonly string[] = fieldOrder(report.type);
  const hidden = DETAIL_FIELDS.filter((field) => !shown.includes(field)).map((field) => [field, report[field]]);
  return { ...textsOfType(report.type, texts), ...Object.fromEntries(hidden) };
}

/** An admin's form for title and priority of any report. */
export function CorrectionForm(props: EditFormProps) {
  const { report, user } = props;
  const { form, ...actions } = useEditForm(props, {
    fields: ["title", "priority"],
    resolver: ({ title, priority }, context, options) =>
      resolveCorrection({ title: toPlainText(title), priority } as ReportTexts, context, options),
    send: ({ title, priority }, from) => correctReport(report.id, { title, priority, from, userId: user.id }),
    doneMessage: "Report corrected.",
  });
  const isLocked = actions.isSaving;
  return (
    <Form heading="Correct title or priority" {...actions}>
      <ReportField {...{ form, isLocked }} {...TITLE} required className={FULL_WIDTH} />
      <PriorityField form={form} type={report.type} isLocked={isLocked} />
    </Form>
  );
}

interface FormProps extends Omit<ReturnType<typeof useEditForm>, "form"> {
  heading: string;
  children: ReactNode;
}

function Form({ heading, children, name, isSaving, error, submit, cancel }: FormProps) {
  const id = useId();
  return (
    <form
      data-form={name}
      noValidate
      autoComplete="off"
      aria-labelledby={id}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-4 rounded-md border border-rule bg-sunken p-4 sm:grid-cols-2 print:hidden"
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitByKey}
    >
      <h2 id={id} className="font-semibold font-serif text-xl sm:col-span-2">
        {heading}
      </h2>
      {children}
      {error !== null && (
        <Notice kind="error" className="sm:col-span-2">
          {error}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2">
        <Button type="submit" variant="primary" busy={isSaving}>
          Save
        </Button>
        <Button busy={isSaving} onClick={cancel}>
          Cancel
        </Button>
        <FormHint keysDo="saves" />
      </div>
    </form>
  );
}
