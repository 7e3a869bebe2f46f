import { MESSAGES } from "@logbook/domain";
import { type FormEvent, useRef, useState } from "react";
import { signIn } from "./sign-in.ts";

type FormMode = "login" | "register";
type FieldName = "username" | "password";

/** The fields to mark as invalid, by error code; other errors concern no field. */
const INVALID_FIELDS: Record<string, readonly FieldName[]> = {
  "bad-username": ["username"],
  "username-taken": ["username"],
  "weak-password": ["password"],
  "invalid-credentials": ["password", "username"],
};

/** State and actions of the form that logs in or registers. Its fields are uncontrolled: put the two refs on them. */
export function useSignInForm() {
  const [mode, setMode] = useState<FormMode>("login");
  const [error, setError] = useState<{ text: string; fields: readonly FieldName[] } | null>(null);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);

  // The first of the invalid fields gets the focus.
  const showError = (text: string, fields: readonly FieldName[]) => {
    setError({ text, fields });
    const field = fields[0] && { username, password }[fields[0]].current;
    field?.focus();
    field?.select();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting) return;
    const credentials = { username: username.current!.value.trim(), password: password.current!.value };
    setError(null);
    const emptyFields = (["username", "password"] as const).filter((name) => credentials[name].trim() === "");
    if (emptyFields.length > 0) return showError(MESSAGES.fillAllFields, emptyFields);
    setIsSubmitting(true);
    const result = await signIn(mode, credentials);
    setIsSubmitting(false);
    if (result.ok) return;
    // The user may have switched to the other form meanwhile; the error belongs to the form that was sent.
    setMode(mode);
    showError(result.error, INVALID_FIELDS[result.code] ?? []);
  };

  const switchMode = () => {
    setMode(mode === "login" ? "register" : "login");
    setError(null);
  };

  return { mode, error, isSubmitting, username, password, submit, switchMode };
}
