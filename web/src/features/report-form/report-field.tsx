import type { DetailField } from "@logbook/domain";
import type { ComponentProps } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { TextArea, TextInput } from "../../shared/ui/inputs.tsx";
import { remainingCharacters } from "../../shared/ui/remaining-characters.ts";
import { currentEnvironment, setPrefillsEnvironment } from "./environment.ts";
import { isNoAddress, maxLength, type ReportTexts } from "./report-texts.ts";

const HINTS: Partial<Record<DetailField, string>> = {
  reproductionSteps: "One step a line, from a fresh page to the fault.",
  environmentInfo: "Browser, device and operating system.",
  websiteUrl: "The page it is about, as https://example.org/page.",
};

const NO_ADDRESS_HINT = "This is no web address. The report keeps it as text, under Environment Info.";

const INPUT_PROPS: Partial<Record<keyof ReportTexts, ComponentProps<"input">>> = {
  websiteUrl: { type: "url", inputMode: "url", spellCheck: false },
};

// An empty text area must show that several lines fit. It grows with its text.
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
  const isBadUrl = name === "websiteUrl" && isNoAddress(text);
  const usualHint = isBadUrl ? NO_ADDRESS_HINT : HINTS[name as DetailField];
  const hint = remainingCharacters(text.length, maxLength(name)) ?? usualHint;
  const error = form.formState.errors[name]?.message;
  const isEnvironment = name === "environmentInfo";
  const fillInEnvironment = () => {
    // The pressed button disappears, so move the focus first.
    form.setFocus(name);
    form.setValue(name, currentEnvironment());
    setPrefillsEnvironment(true);
  };
  const registered = form.register(name, {
    onChange: ({ target }) => {
      if (isEnvironment && target.value === "") setPrefillsEnvironment(false);
    },
  });
  return (
    <Field label={label} hint={hint} error={error} required={required} className={className}>
      {(control) =>
        multiline ? (
          <>
            <TextArea
              {...control}
              {...registered}
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
          <TextInput {...control} {...registered} {...INPUT_PROPS[name]} readOnly={isLocked} />
        )
      }
    </Field>
  );
}
