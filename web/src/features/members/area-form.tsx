import { type Area, areaSchema } from "@logbook/domain";
import { useId, useState } from "react";
import { failureOf, failureText } from "../../shared/api/result.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { formKeys } from "../../shared/ui/form-keys.ts";
import { TextInput } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useFocusFallback } from "../../shared/ui/use-focus-fallback.ts";
import { useRequiredForm } from "../../shared/ui/use-required-form.ts";

const PATTERN_HINT =
  "As /gallery/* for /gallery and all below it, /gallery for this page only, or /user/*/settings for any one part.";

interface AreaFormProps {
  /** The area to change; `null` for a new one. */
  area: Area | null;
  /** The button that opens the form and gets the focus afterwards. */
  buttonId: string;
  save: (area: Area) => Promise<void>;
  close: () => void;
}

/** The name and the pattern of an area. */
export function AreaForm({ area, buttonId, save, close }: AreaFormProps) {
  const headingId = useId();
  const focusButtonOnRemoval = useFocusFallback(buttonId);
  const [id] = useState(() => area?.id ?? newAreaId());
  const { isSubmitting, error, errorIdOf, submit } = useRequiredForm(
    ["name", "pattern"],
    // The API alone knows whether another area has the name.
    { name: ["name"], pattern: ["pattern"], "bad-request": ["name"] },
    async (texts) => {
      const { data, error: schemaError } = areaSchema.safeParse({ id, ...texts });
      if (data === undefined) {
        const { message, path } = schemaError.issues[0]!;
        return { text: message, code: String(path[0]) };
      }
      try {
        await save(data);
      } catch (saveError) {
        const code = failureOf(saveError)?.code ?? "";
        return { text: `The area was not saved. ${failureText(saveError)}`, code };
      }
      close();
      return null;
    },
  );
  return (
    <form
      ref={focusButtonOnRemoval}
      noValidate
      autoComplete="off"
      aria-labelledby={headingId}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2"
      onSubmit={submit}
      onKeyDown={formKeys(() => {
        if (!isSubmitting) close();
      })}
    >
      <h2 id={headingId} className="font-semibold font-serif text-xl sm:col-span-2">
        {area === null ? "A new area" : "Change this area"}
      </h2>
      <Field label="Name" required errorId={errorIdOf("name")}>
        {(fieldProps) => <TextInput {...fieldProps} ref={focusOnce} name="name" defaultValue={area?.name} />}
      </Field>
      <Field label="Pattern of the path" required hint={PATTERN_HINT} errorId={errorIdOf("pattern")}>
        {(fieldProps) => (
          <TextInput
            {...fieldProps}
            name="pattern"
            dir="ltr"
            spellCheck={false}
            autoCapitalize="none"
            defaultValue={area?.pattern}
          />
        )}
      </Field>
      {error !== null && (
        <Notice kind="error" id={error.id} className="sm:col-span-2">
          {error.text}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2 sm:col-span-2">
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Save
        </Button>
        <Button busy={isSubmitting} onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

// The button that opens the form disappears, so the form takes the focus.
const focusOnce = (input: HTMLInputElement | null) => input?.focus();

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** A new random id, as the domain's `AREA_ID`: 26⁸ are so many that no two of a logbook's areas get the same. */
const newAreaId = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(8)), (number) => LETTERS[number % LETTERS.length]).join("");
