import { zodResolver } from "@hookform/resolvers/zod";
import { correctionSchema, DETAIL_FIELDS, type Issue, reportTextsSchema, toPlainText } from "@logbook/domain";
import { type ReactNode, useId } from "react";
import type { Resolver } from "react-hook-form";
import { correctReport, editReport } from "../../shared/api/report-writes.ts";
import { Button } from "../../shared/ui/button.tsx";
import { submitByKey } from "../../shared/ui/forms.ts";
import { Notice } from "../../shared/ui/notice.tsx";
import {
  cleanTexts,
  DESCRIPTION,
  DetailFields,
  FormHint,
  fieldOrder,
  PriorityField,
  ReporterField,
  ReportField,
  type ReportTexts,
  TITLE,
  textsOfType,
} from "../report-form/index.ts";
import { type EditFormProps, useEditForm } from "./use-edit-form.ts";

const FULL_WIDTH = "sm:col-span-2";

// The API fills in missing fields, but the form has all of them, so the schema here is `required()`.
const textsResolver: Resolver<ReportTexts> = zodResolver(reportTextsSchema.required());
// This resolver reads and returns only the title and the priority, so its type differs.
const correctionResolver = zodResolver(
  correctionSchema.pick({ title: true, priority: true }),
) as unknown as Resolver<ReportTexts>;

/** The reporter's form for the texts and the priority of their report, with the fields of the report form. */
export function EditForm(props: EditFormProps) {
  const { report, user } = props;
  const { form, ...formProps } = useEditForm(props, {
    fields: fieldOrder(report.type),
    // `send` gets the texts that the resolver returns.
    resolver: (texts, context, options) => textsResolver(textsToStore(report, texts), context, options),
    send: (texts, seenEditedAt) => editReport(report.id, { ...texts, from: seenEditedAt, userId: user.id }),
    doneMessage: "Report saved.",
  });
  const { type } = report;
  const isLocked = formProps.isSaving;
  return (
    <FormLayout heading="Edit this report" {...formProps}>
      <ReportField {...TITLE} form={form} isLocked={isLocked} required className={FULL_WIDTH} />
      <ReportField {...DESCRIPTION} form={form} isLocked={isLocked} required className={FULL_WIDTH} />
      <PriorityField form={form} type={type} isLocked={isLocked} />
      <ReporterField username={report.reporter} />
      <DetailFields form={form} type={type} isLocked={isLocked} />
    </FormLayout>
  );
}

/** The form's texts, and the stored texts of the fields that the form does not show: an edit must not empty these. */
function textsToStore(report: Issue, texts: ReportTexts): ReportTexts {
  const shownFields: readonly string[] = fieldOrder(report.type);
  const hiddenFields = DETAIL_FIELDS.filter((field) => !shownFields.includes(field));
  const hiddenTexts = Object.fromEntries(hiddenFields.map((field) => [field, report[field]]));
  return cleanTexts({ ...textsOfType(report.type, texts), ...hiddenTexts });
}

export function CorrectionForm(props: EditFormProps) {
  const { report, user } = props;
  const { form, ...formProps } = useEditForm(props, {
    fields: ["title", "priority"],
    resolver: ({ title, priority }, context, options) =>
      correctionResolver({ title: toPlainText(title), priority } as ReportTexts, context, options),
    send: ({ title, priority }, seenEditedAt) =>
      correctReport(report.id, { title, priority, from: seenEditedAt, userId: user.id }),
    doneMessage: "Report corrected.",
  });
  const isLocked = formProps.isSaving;
  return (
    <FormLayout heading="Correct title or priority" {...formProps}>
      <ReportField {...TITLE} form={form} isLocked={isLocked} required className={FULL_WIDTH} />
      <PriorityField form={form} type={report.type} isLocked={isLocked} />
    </FormLayout>
  );
}

interface FormLayoutProps extends Omit<ReturnType<typeof useEditForm>, "form"> {
  heading: string;
  children: ReactNode;
}

function FormLayout({ heading, children, formName, isSaving, error, submit, cancel }: FormLayoutProps) {
  const headingId = useId();
  return (
    <form
      data-form={formName}
      noValidate
      autoComplete="off"
      aria-labelledby={headingId}
      className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-4 rounded-md border border-rule bg-sunken p-4 sm:grid-cols-2 print:hidden"
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitByKey}
    >
      <h2 id={headingId} className="font-semibold font-serif text-xl sm:col-span-2">
        {heading}
      </h2>
      {children}
      {error !== null && (
        <Notice kind="error" className={FULL_WIDTH}>
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
        <FormHint ctrlEnterVerb="saves" />
      </div>
    </form>
  );
}
