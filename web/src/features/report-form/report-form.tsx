import { FORM_FIELDS, type IssueType, MESSAGES, PRIORITIES, PRIORITY_LABELS, PRIORITY_TERMS } from "@logbook/domain";
import { type KeyboardEvent, useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useStore } from "../../shared/store/store.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { NativeSelect, TextInput } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { AttachmentsField, loadUploads } from "../attachments/index.ts";
import { draftStore } from "./draft.ts";
import { ReportField } from "./report-field.tsx";
import type { ReportTexts } from "./report-texts.ts";
import { type ReportFormOptions, useReportForm } from "./use-report-form.ts";

const LABELS = {
  bug: { heading: MESSAGES.reportBug, submit: "Submit bug report" },
  feature: { heading: MESSAGES.requestFeature, submit: "Submit feature request" },
} as const;

const FIRST_FIELDS = [
  { name: "title", label: "Title", multiline: false },
  { name: "description", label: "Description", multiline: true },
] as const;
const LONG_FIELDS: readonly string[] = ["reproductionSteps", "problemItSolves", "howItWorks"];
const FULL_WIDTH = "sm:col-span-2";

/** The form for a new report (sections 2 to 5). `type` may change while it is mounted: all texts are kept. */
export function ReportForm(props: Omit<ReportFormOptions, "draft">) {
  const draft = useStore(draftStore);
  return <DraftForm key={draft.key} draft={draft} {...props} />;
}

function DraftForm(props: ReportFormOptions) {
  const { type, user, draft } = props;
  const id = useId();
  const { form, submit, sendState, retryUpload } = useReportForm(props);
  const isLocked = sendState.kind === "sending";
  const labels = LABELS[type];

  const submitByKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };

  return (
    <Card className="p-4 sm:p-6">
      <form
        noValidate
        autoComplete="off"
        aria-labelledby={id}
        className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-4 sm:grid-cols-2"
        onSubmit={(event) => void submit(event)}
        onKeyDown={submitByKey}
      >
        <h2 id={id} className="font-semibold font-serif text-xl sm:col-span-2">
          {labels.heading}
        </h2>
        <TextFields form={form} type={type} username={user.username} isLocked={isLocked} />
        <div className="sm:col-span-2">
          <AttachmentsField store={draft.files} isLocked={isLocked} onAdded={loadUploads} onRetry={retryUpload} />
        </div>
        {sendState.kind === "failed" && (
          <Notice kind="error" className="sm:col-span-2">
            {sendState.error}
          </Notice>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2">
          <Button type="submit" variant="primary" busy={isLocked} className="min-w-[min(100%,12rem)]">
            {isLocked ? MESSAGES.processing : labels.submit}
          </Button>
          <p className="text-soft text-xs">
            <span className="text-red">*</span> required.
            <span className="max-sm:hidden"> Ctrl or ⌘ with Enter submits.</span>
          </p>
        </div>
      </form>
    </Card>
  );
}

interface TextFieldsProps {
  form: UseFormReturn<ReportTexts>;
  type: IssueType;
  username: string;
  isLocked: boolean;
}

/** The texts and the priority of a report of this type. */
export function TextFields({ form, type, username, isLocked }: TextFieldsProps) {
  return (
    <>
      {FIRST_FIELDS.map((field) => (
        <ReportField key={field.name} {...{ form, isLocked }} {...field} required className={FULL_WIDTH} />
      ))}
      <PriorityField form={form} type={type} isLocked={isLocked} />
      <Field label="Reporter">{(control) => <TextInput {...control} readOnly value={username} />}</Field>
      {FORM_FIELDS[type].map((field) => (
        <ReportField
          key={field.name}
          {...{ form, isLocked }}
          {...field}
          className={LONG_FIELDS.includes(field.name) ? FULL_WIDTH : undefined}
        />
      ))}
    </>
  );
}

export function PriorityField({ form, type, isLocked }: Omit<TextFieldsProps, "username">) {
  return (
    <Field label={PRIORITY_TERMS[type]}>
      {(control) => (
        <NativeSelect {...control} {...form.register("priority")} aria-disabled={isLocked || undefined}>
          {PRIORITIES.map((priority) => (
            // A select cannot be read-only, and a disabled one would lose the focus.
            <option key={priority} value={priority} disabled={isLocked}>
              {PRIORITY_LABELS[priority]}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
