import { MESSAGES } from "@logbook/domain";
import { useEffect, useId, useRef } from "react";
import { useStore } from "../../shared/store/store.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { formKeys } from "../../shared/ui/form-keys.ts";
import { Notice } from "../../shared/ui/notice.tsx";
import { AttachmentsField } from "../attachments/index.ts";
import { type Draft, draftStore, type SaveState } from "../drafts/index-lazy.ts";
import { AreaField } from "./area-field.tsx";
import { FromPage } from "./from-page.tsx";
import { FormHint, MoreDetails, PriorityField, ReporterField, ReportField } from "./report-fields.tsx";
import { SimilarReports } from "./similar-reports.tsx";
import { type ReportFormProps, useReportForm } from "./use-report-form.ts";

const LABELS = {
  bug: { heading: MESSAGES.reportBug, submit: "Submit bug report" },
  feature: { heading: MESSAGES.requestFeature, submit: "Submit feature request" },
} as const;

// On a phone the line stays at the bottom of the window, unless the window is low. `submit-line` in styles.css keeps
// the focused field above the line.
const SUBMIT_LINE =
  "submit-line sticky bottom-0 flex flex-wrap items-center gap-x-4 gap-y-2 sm:static sm:col-span-2 [@media(height<30rem)]:static max-sm:-mx-4 max-sm:-mb-4 max-sm:border-rule max-sm:border-t max-sm:bg-sheet max-sm:px-4 max-sm:py-3";

/** The form for a new report (sections 2 to 5). If `type` changes while the form is mounted, all texts are kept. */
export function ReportForm(props: Omit<ReportFormProps, "draft">) {
  const draft = useStore(draftStore);
  // The draft's key gives each new draft a new form.
  return <DraftForm key={draft.key} draft={draft} {...props} />;
}

function DraftForm(props: ReportFormProps) {
  const { type, user, draft, openCount } = props;
  const headingId = useId();
  const { form, submit, sendState, retryUpload, close, discard } = useReportForm(props);
  const isLocked = sendState.kind === "sending";
  const fieldProps = { form, isLocked };
  const labels = LABELS[type];
  const card = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs each time the form is opened
  useEffect(() => {
    if (!isFocusFree()) return;
    form.setFocus("title");
    showForm(card.current);
  }, [form, openCount]);

  return (
    <Card ref={card} className="scroll-mt-14 p-4 sm:p-6 sticking:-scroll-mt-11">
      <form
        noValidate
        autoComplete="off"
        aria-labelledby={headingId}
        className="grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-4 sm:grid-cols-2"
        onSubmit={(event) => void submit(event)}
        onKeyDown={formKeys(close)}
      >
        <h2 id={headingId} className="font-semibold font-serif text-xl sm:col-span-2">
          {labels.heading}
        </h2>
        {draft.page !== null && <FromPage page={draft.page} {...fieldProps} onDiscard={discard} />}
        <ReportField name="title" {...fieldProps} />
        <SimilarReports {...fieldProps} onDiscard={discard} />
        <ReportField name="description" {...fieldProps} />
        <div className="sm:col-span-2">
          <AttachmentsField store={draft.files} isLocked={isLocked} onRetry={retryUpload} />
        </div>
        <PriorityField type={type} {...fieldProps} />
        <ReporterField username={user.username} />
        <AreaField {...fieldProps} />
        <MoreDetails draft={draft} type={type} {...fieldProps} />
        <UnsavedNotice draft={draft} />
        {sendState.kind === "failed" && (
          <Notice kind="error" className="sm:col-span-2">
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

const UNSAVED_TEXTS: Partial<Record<SaveState, string>> = {
  refused:
    "This browser cannot keep your report while you write it. If you reload or leave this page before you submit the report, it is lost.",
  "other-draft":
    "This browser keeps one report for you until you submit it, and it has another one already. If you reload or leave this page before you submit this one, it is lost.",
};

/** Says that the browser does not save the draft, and why. */
function UnsavedNotice({ draft }: { draft: Draft }) {
  const text = UNSAVED_TEXTS[useStore(draft.saveState)];
  if (text === undefined) return null;
  return (
    <Notice kind="info" className="sm:col-span-2">
      {text}
    </Notice>
  );
}

/** Scrolls the form to the top, with its buttons above it. A large window stays as it is if it shows the whole form. */
function showForm(card: HTMLElement | null): void {
  if (card === null) return;
  const { top, bottom } = card.getBoundingClientRect();
  const isShown = top >= 0 && bottom <= innerHeight;
  if (!isShown || matchMedia("(width < 40rem)").matches) card.scrollIntoView();
}

/** Whether the form may take the focus: no element has it, or a button that opens the form (report-forms.tsx) does. */
function isFocusFree(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || activeElement?.closest("[data-report-buttons]") != null;
}
