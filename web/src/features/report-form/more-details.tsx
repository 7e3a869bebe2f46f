import { FORM_FIELDS, type IssueType } from "@logbook/domain";
import { useState } from "react";
import { readStored, writeStored } from "../../shared/session/local-storage.ts";
import { type Draft, isTyped } from "./draft.ts";
import { type FieldProps, ReportField } from "./report-field.tsx";

/** Stored in this browser while a member keeps the details closed. */
const CLOSED_KEY = "logbook.details-closed";

/** The optional fields. They start closed if they were last closed in this browser, and no field has a typed text. */
export function MoreDetails({ draft, type, ...fieldProps }: FieldProps & { draft: Draft; type: IssueType }) {
  const [startsOpen] = useState(() => {
    const hasTypedText = FORM_FIELDS[type].some((name) => isTyped(draft, name, fieldProps.form.getValues(name)));
    return hasTypedText || readStored(CLOSED_KEY) === null;
  });
  return (
    // This is only the initial state: afterwards the browser opens and closes the details.
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
        {FORM_FIELDS[type].map((name) => (
          <ReportField key={name} name={name} {...fieldProps} />
        ))}
      </div>
    </details>
  );
}
