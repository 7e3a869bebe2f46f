import { MESSAGES } from "@logbook/domain";
import { type SubmitEvent, useId, useState } from "react";

interface FormError {
  text: string;
  /** The API's error code. */
  code: string;
}

/**
 * A form of uncontrolled text inputs that must all be filled in; `names` are their `name` attributes. `send` resolves
 * to the error to show, if any. `invalidInputsByCode` has the inputs that each error code concerns: these inputs are
 * marked as invalid, and the first of them gets the focus.
 */
export function useRequiredForm<Name extends string>(
  names: readonly Name[],
  invalidInputsByCode: Record<string, readonly Name[]>,
  send: (values: Record<Name, string>) => Promise<FormError | null>,
) {
  const [error, setError] = useState<{ text: string; invalidNames: readonly Name[] } | null>(null);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const errorId = useId();

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSubmitting) return;
    const { elements } = event.currentTarget;
    const inputOf = (name: Name) => elements.namedItem(name) as HTMLInputElement;
    const showError = (text: string, invalidNames: readonly Name[]) => {
      setError({ text, invalidNames });
      const input = invalidNames[0] && inputOf(invalidNames[0]);
      input?.focus();
      input?.select();
    };
    const values = Object.fromEntries(names.map((name) => [name, inputOf(name).value])) as Record<Name, string>;
    setError(null);
    const emptyNames = names.filter((name) => values[name].trim() === "");
    if (emptyNames.length > 0) return showError(MESSAGES.fillAllFields, emptyNames);
    setIsSubmitting(true);
    const failure = await send(values);
    setIsSubmitting(false);
    if (failure !== null) showError(failure.text, invalidInputsByCode[failure.code] ?? []);
  };

  return {
    isSubmitting,
    error: error && { id: errorId, text: error.text },
    /** The id of the error's element if the error concerns this input. */
    errorIdOf: (name: Name) => (error?.invalidNames.includes(name) ? errorId : undefined),
    clearError: () => setError(null),
    submit: (event: SubmitEvent<HTMLFormElement>) => void submit(event),
  };
}
