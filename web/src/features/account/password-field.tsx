import { LIMITS } from "@logbook/domain";
import type { ComponentProps } from "react";
import { Field, type FieldProps } from "../../shared/ui/field.tsx";
import { TextInput } from "../../shared/ui/inputs.tsx";

type PasswordFieldProps = Pick<FieldProps, "label" | "hint" | "errorId"> &
  Pick<ComponentProps<"input">, "name" | "autoComplete">;

export function PasswordField({ label, hint, errorId, ...inputProps }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} errorId={errorId}>
      {(fieldProps) => <TextInput {...fieldProps} {...inputProps} type="password" maxLength={LIMITS.passwordMax} />}
    </Field>
  );
}
