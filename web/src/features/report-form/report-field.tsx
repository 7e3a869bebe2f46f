import type { DetailField } from "@logbook/domain";
import type { ComponentProps } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { remainingCharacters } from "../../shared/ui/forms.ts";
import { TextArea, TextInput } from "../../shared/ui/inputs.tsx";
import { currentEnvironment, setEnvironmentPrefilled } from "./environment.ts";
import { isInvalidUrl, maxLength, type ReportTexts } from "./report-texts.ts";

const HINTS: Partial<Record<DetailField, string>> = {
  reproductionSteps: "One step a line, from a fresh page to the fault.",
  environmentInfo: "Browser, device and operating system.",
  websiteUrl: "The page it is about, as https://example.org/page.",
};

const INVALID_URL_HINT = "This is no web address. The report keeps it as text, under Environment Info.";

const INPUT_PROPS: Partial<Record<keyof ReportTexts, ComponentProps<"input">>> = {
  websiteUrl: { type: "url", inputMode: "url", spellCheck: false },
};

// The height of two or four lines with padding: an empty text area must show that several lines fit.
const MIN_HEIGHT = "calc(2lh + 1.25rem)";
const DESCRIPTION_MIN_HEIGHT = "calc(4lh + 1.25rem)";

interface ReportFieldProps {
  form: UseFormReturn<ReportTexts>;
  name: Exclude<keyof ReportTexts, "priority">;
  label: string;
  multiline: boolean;
  required?: boolean;
  isLocked: boolean;
  className?: string | undefined;
}

/** A text field of the report form with its hint, its error and, near the limit, the number of characters left. */
export function ReportField({ form, name, label, multiline, required = false, isLocked, className }: ReportFieldProps) {
  const text = useWatch({ control: form.control, name });
  const hasInvalidUrl = name === "websiteUrl" && isInvalidUrl(text);
  // The title and the description have no hint.
  const fieldHint = hasInvalidUrl ? INVALID_URL_HINT : HINTS[name as DetailField];
  const counter = remainingCharacters(text.length, maxLength(name));
  const error = form.formState.errors[name]?.message;
  const isEnvironment = name === "environmentInfo";
  const fillInEnvironment = () => {
    // The pressed button disappears, so move the focus first.
    form.setFocus(name);
    form.setValue(name, currentEnvironment());
    setEnvironmentPrefilled(true);
  };
  const registration = form.register(name, {
    onChange: ({ target }) => {
      // After a member empties the field, this browser no longer fills it in for new reports.
      if (isEnvironment && target.value === "") setEnvironmentPrefilled(false);
    },
  });
  return (
    <Field label={label} hint={counter ?? fieldHint} error={error} required={required} className={className}>
      {(fieldProps) =>
        multiline ? (
          <>
            <TextArea
              {...fieldProps}
              {...registration}
              readOnly={isLocked}
              style={{ minHeight: name === "description" ? DESCRIPTION_MIN_HEIGHT : MIN_HEIGHT }}
            />
            {isEnvironment && text === "" && !isLocked && (
              <Button size="sm" className="mt-1" onClick={fillInEnvironment}>
                Fill in this browser
              </Button>
            )}
          </>
        ) : (
          <TextInput {...fieldProps} {...registration} {...INPUT_PROPS[name]} readOnly={isLocked} />
        )
      }
    </Field>
  );
}
