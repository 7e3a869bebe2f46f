import {
  FORM_FIELDS,
  type IssueType,
  PRIORITIES,
  PRIORITY_LABELS,
  PRIORITY_TERMS,
  TEXT_FIELDS,
  type TextFieldName,
} from "@logbook/domain";
import { useId, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { readStored, writeStored } from "../../shared/session/local-storage.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { remainingCharacters } from "../../shared/ui/forms.ts";
import { NativeSelect, TextArea, TextInput } from "../../shared/ui/inputs.tsx";
import { type Draft, isTyped } from "../drafts/index-lazy.ts";
import { describeEnvironment, isInvalidUrl, type ReportTexts, setEnvironmentPrefilled } from "../report-texts/index.ts";

const INVALID_URL_HINT = "This is no web address. The report keeps it as text, under Environment Info.";

const URL_PROPS = { type: "url", inputMode: "url", spellCheck: false } as const;

export interface FieldProps {
  form: UseFormReturn<ReportTexts>;
  /** Whether the form is being sent. */
  isLocked: boolean;
}

/** A text field of the report form with its hint, its error and, near the limit, the number of characters left. */
export function ReportField({ form, name, isLocked }: FieldProps & { name: TextFieldName }) {
  const { label, hint, maxLength, kind, isWide, isRequired } = TEXT_FIELDS[name];
  const text = useWatch({ control: form.control, name });
  const hasInvalidUrl = kind === "address" && isInvalidUrl(text);
  const shownHint = remainingCharacters(text.length, maxLength) ?? (hasInvalidUrl ? INVALID_URL_HINT : hint);
  const isEnvironment = name === "environmentInfo";
  const fillInEnvironment = () => {
    // The pressed button disappears, so move the focus first.
    form.setFocus(name);
    form.setValue(name, describeEnvironment());
    setEnvironmentPrefilled(true);
  };
  const registration = form.register(name, {
    onChange: ({ target }) => {
      // After a member empties the field, this browser no longer fills it in for new reports.
      if (isEnvironment && target.value === "") setEnvironmentPrefilled(false);
    },
  });
  return (
    <Field
      label={label}
      hint={shownHint}
      error={form.formState.errors[name]?.message}
      required={isRequired}
      className={isWide ? "sm:col-span-2" : undefined}
    >
      {(fieldProps) =>
        kind === "text" ? (
          <>
            <TextArea
              {...fieldProps}
              {...registration}
              readOnly={isLocked}
              // The height of some lines with padding: an empty text area must show that several lines fit.
              style={{ minHeight: `calc(${name === "description" ? 4 : 2}lh + 1.25rem)` }}
            />
            {isEnvironment && text === "" && !isLocked && (
              <Button size="sm" className="mt-1" onClick={fillInEnvironment}>
                Fill in this browser
              </Button>
            )}
          </>
        ) : (
          <TextInput {...fieldProps} {...registration} {...(kind === "address" && URL_PROPS)} readOnly={isLocked} />
        )
      }
    </Field>
  );
}

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
        // Do not use the event `toggle`: it also fires when the page itself opens the details.
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

export function PriorityField({ form, type, isLocked }: FieldProps & { type: IssueType }) {
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

/** A line beside a form's buttons. It explains the mark of required fields, and says what Ctrl+Enter does. */
export function FormHint({ ctrlEnterVerb }: { ctrlEnterVerb: "submits" | "saves" }) {
  return (
    <p className="text-soft text-xs">
      <span className="text-red">*</span>
      <span> required.</span>
      <span className="max-sm:hidden">{` Ctrl or ⌘ with Enter ${ctrlEnterVerb}.`}</span>
    </p>
  );
}
