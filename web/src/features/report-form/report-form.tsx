import {
  FORM_FIELDS,
  type IssueType,
  MESSAGES,
  PRIORITIES,
  PRIORITY_LABELS,
  PRIORITY_TERMS,
  type User,
} from "@logbook/domain";
import { type KeyboardEvent, useId } from "react";
import { useStore } from "../../shared/store/use-store.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { NativeSelect, TextInput } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { AttachmentsField, loadUploads } from "../attachments/index.ts";
import { type Draft, draftStore } from "./draft.ts";
import { ReportField } from "./report-field.tsx";
import { useReportForm } from "./use-report-form.ts";

const WORDS = {
  bug: { heading: MESSAGES.reportBug, submit: "Submit bug report" },
  feature: { heading: MESSAGES.requestFeature, submit: "Submit feature request" },
} as const;

// Texts that are mostly long get the whole width.
const WIDE: readonly string[] = ["reproductionSteps", "problemItSolves", "howItWorks"];

/** Props of `ReportForm`; `onDone` is called once the report is stored, `onFailed` with a sentence when it could not be. */
export interface ReportFormProps {
  type: IssueType;
  user: User;
  onDone: () => void;
  onFailed: (error: string) => void;
}

/**
 * The form for a new report (sections 2 to 5). While it stays mounted, `type` may change: what fits both types is kept,
 * and what does not comes back with its type. Once sent it starts anew.
 */
export function ReportForm(props: ReportFormProps) {
  const draft = useStore(draftStore);
  return <DraftForm key={draft.key} draft={draft} {...props} />;
}

function DraftForm({ type, user, draft, onDone, onFailed }: ReportFormProps & { draft: Draft }) {
  const id = useId();
  const { form, submit, sending, retry } = useReportForm({ type, user, draft, onDone, onFailed });
  const locked = sending.kind === "sending";
  const words = WORDS[type];

  const sendByKey = (event: KeyboardEvent<HTMLFormElement>) => {
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
        onKeyDown={sendByKey}
      >
        <h2 id={id} className="font-semibold font-serif text-xl sm:col-span-2">
          {words.heading}
        </h2>
        <ReportField
          {...{ form, locked }}
          name="title"
          label="Title"
          multiline={false}
          required
          className="sm:col-span-2"
        />
        <ReportField
          {...{ form, locked }}
          name="description"
          label="Description"
          multiline
          required
          className="sm:col-span-2"
        />
        <Field label={PRIORITY_TERMS[type]}>
          {(control) => (
            <NativeSelect {...control} {...form.register("priority")} aria-disabled={locked || undefined}>
              {PRIORITIES.map((priority) => (
                // A select cannot be read-only, and a disabled one would drop the focus.
                <option key={priority} value={priority} disabled={locked}>
                  {PRIORITY_LABELS[priority]}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
        <Field label="Reporter">{(control) => <TextInput {...control} readOnly value={user.username} />}</Field>
        {FORM_FIELDS[type].map(({ name, label, multiline }) => (
          <ReportField
            key={name}
            {...{ form, locked, name, label, multiline }}
            {...(WIDE.includes(name) ? { className: "sm:col-span-2" } : {})}
          />
        ))}
        <div className="sm:col-span-2">
          <AttachmentsField store={draft.files} locked={locked} onAdded={loadUploads} onRetry={retry} />
        </div>
        {sending.kind === "failed" && (
          <Notice kind="error" className="sm:col-span-2">
            {sending.error}
          </Notice>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 sm:col-span-2">
          <Button type="submit" variant="primary" busy={locked} className="min-w-[min(100%,12rem)]">
            {locked ? MESSAGES.processing : words.submit}
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
