import { DETAILS, type DetailField, FORM_FIELDS, type IssueType } from "@logbook/domain";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { readStored, writeStored } from "../../shared/session/local-storage.ts";
import { draftStore, isTyped } from "./draft.ts";
import { ReportField } from "./report-field.tsx";
import type { ReportTexts } from "./report-texts.ts";

/** Stored in this browser while a member keeps the details closed. */
const CLOSED_KEY = "logbook.details-closed";

const LONG_FIELDS: readonly string[] = ["reproductionSteps", "problemItSolves", "howItWorks"];
const FULL_WIDTH = "sm:col-span-2";

interface MoreDetailsProps {
  form: UseFormReturn<ReportTexts>;
  type: IssueType;
  isLocked: boolean;
}

/** The optional fields. They start closed if they were last closed in this browser, and no field has a typed text. */
export function MoreDetails({ form, type, isLocked }: MoreDetailsProps) {
  const hasTypedText = (name: DetailField) => isTyped(draftStore.get(), name, form.getValues(name));
  // `startsOpen` is only the initial state: afterwards the browser opens and closes the details.
  const [startsOpen] = useState(() => readStored(CLOSED_KEY) === null || FORM_FIELDS[type].some(hasTypedText));
  return (
    <details open={startsOpen} className="group sm:col-span-2">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
      <summary
        className="icon-after icon-chevron-down flex min-h-10 cursor-pointer list-none items-center justify-between gap-2 border-rule border-t pt-2 font-semibold text-accent text-sm group-open:after:rotate-180 [&::-webkit-details-marker]:hidden"
        // Do not use the event `toggle`, which also fires when the page itself opens the details.
        onClick={({ currentTarget }) => {
          // The browser opens or closes the details only after this event.
          const isClosing = (currentTarget.parentElement as HTMLDetailsElement).open;
          writeStored(CLOSED_KEY, isClosing ? true : null);
        }}
      >
        More details
      </summary>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-x-5 gap-y-4 sm:grid-cols-2">
        <DetailFields form={form} type={type} isLocked={isLocked} />
      </div>
    </details>
  );
}

/** The fields that may stay empty in a report of this type. */
export function DetailFields({ form, type, isLocked }: MoreDetailsProps) {
  return FORM_FIELDS[type].map((name) => (
    <ReportField
      key={name}
      {...{ form, name, isLocked, ...DETAILS[name] }}
      className={LONG_FIELDS.includes(name) ? FULL_WIDTH : undefined}
    />
  ));
}
