import { type IssueType, MESSAGES, PRIORITIES, PRIORITY_LABELS, PRIORITY_TERMS } from "@logbook/domain";
import { useEffect, useId } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useStore } from "../../shared/store/store.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { NativeSelect } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { submitByKey } from "../../shared/ui/submit-by-key.ts";
import { AttachmentsField } from "../attachments/index.ts";
import { draftStore } from "./draft.ts";
import { FormHint } from "./form-hint.tsx";
import { MoreDetails } from "./more-details.tsx";
import { ReportField } from "./report-field.tsx";
import type { ReportTexts } from "./report-texts.ts";
import { SimilarReports } from "./similar-reports.tsx";
import { type ReportFormOptions, useReportForm } from "./use-report-form.ts";

const LABELS = {
  bug: { heading: MESSAGES.reportBug, submit: "Submit bug report" },
  feature: { heading: MESSAGES.requestFeature, submit: "Submit feature request" },
} as const;

export const TITLE = { name: "title", label: "Title", multiline: false } as const;
export const DESCRIPTION = { name: "description", label: "Description", multiline: true } as const;
const FULL_WIDTH = "sm:col-span-2";

// On a phone the line stays at the bottom of the window. `submit-line` in styles.css keeps the focused field above it.
const SUBMIT_LINE =
  "submit-line sticky bottom-0 flex flex-wrap items-center gap-x-4 gap-y-2 sm:static sm:col-span-2 [@media(height<30rem)]:static max-sm:-mx-4 max-sm:-mb-4 max-sm:border-rule max-sm:border-t max-sm:bg-sheet max-sm:px-4 max-sm:py-3";

interface ReportFormProps extends Omit<ReportFormOptions, "draft"> {
  /** Grows each time the user opens the form, which then takes the focus. */
  openCount: number;
}

/** The form for a new report (sections 2 to 5). If `type` changes while the form is mounted, all texts are kept. */
export function ReportForm(props: ReportFormProps) {
  const draft = useStore(draftStore);
  // With the draft's key, each new draft gets a new form.
  return <DraftForm key={draft.key} draft={draft} {...props} />;
}

function DraftForm(props: ReportFormProps & Pick<ReportFormOptions, "draft">) {
  const { type, user, draft, openCount } = props;
  const headingId = useId();
  const { form, submit, sendState, retryUpload, discard } = useReportForm(props);
  const isLocked = sendState.kind === "sending";
  const labels = LABELS[type];

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time the form is opened
  useEffect(() => {
    if (isFocusFree()) form.setFocus("title");
  }, [form, openCount]);

  return (
    <Card className="p-4 sm:p-6">
      <form
        noValidate
        autoComplete="off"
        aria-labelledby={headingId}
        className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-4 sm:grid-cols-2"
        onSubmit={(event) => void submit(event)}
        onKeyDown={submitByKey}
      >
        <h2 id={headingId} className="font-semibold font-serif text-xl sm:col-span-2">
          {labels.heading}
        </h2>
        <ReportField {...TITLE} form={form} isLocked={isLocked} required className={FULL_WIDTH} />
        <SimilarReports control={form.control} isLocked={isLocked} className={FULL_WIDTH} onDiscard={discard} />
        <ReportField {...DESCRIPTION} form={form} isLocked={isLocked} required className={FULL_WIDTH} />
        <div className={FULL_WIDTH}>
          <AttachmentsField store={draft.files} isLocked={isLocked} onRetry={retryUpload} />
        </div>
        <PriorityField form={form} type={type} isLocked={isLocked} />
        <ReporterField username={user.username} />
        <MoreDetails form={form} type={type} isLocked={isLocked} />
        {sendState.kind === "failed" && (
          <Notice kind="error" className={FULL_WIDTH}>
            {sendState.error}
          </Notice>
        )}
        <div className={SUBMIT_LINE}>
          <Button type="submit" variant="primary" busy={isLocked} className="min-w-[min(100%,12rem)]">
            {isLocked ? MESSAGES.processing : labels.submit}
          </Button>
          <FormHint ctrlEnterVerb="submits" />
        </div>
      </form>
    </Card>
  );
}

/** Whether the form may take the focus: no element has it, or a button that opens the form (report-forms.tsx) has it. */
function isFocusFree(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.closest("[data-report-buttons]") != null;
}

interface PriorityFieldProps {
  form: UseFormReturn<ReportTexts>;
  type: IssueType;
  isLocked: boolean;
}

export function PriorityField({ form, type, isLocked }: PriorityFieldProps) {
  return (
    <Field label={PRIORITY_TERMS[type]}>
      {(fieldProps) => (
        <NativeSelect {...fieldProps} {...form.register("priority")} aria-disabled={isLocked || undefined}>
          {PRIORITIES.map((priority) => (
            // Disable the options, because a select cannot be read-only, and a disabled select would lose the focus.
            <option key={priority} value={priority} disabled={isLocked}>
              {PRIORITY_LABELS[priority]}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}

/** The reporter's name in a read-only field, which section 5 requires. */
export function ReporterField({ username }: { username: string }) {
  const id = useId();
  return (
    <div className="flex min-w-0 items-baseline gap-2 self-end text-sm sm:min-h-10 sm:items-center">
      <label htmlFor={id} className="font-semibold">
        Reporter
      </label>
      <input id={id} type="text" dir="auto" readOnly value={username} className="min-w-0 flex-1 truncate text-soft" />
    </div>
  );
}
