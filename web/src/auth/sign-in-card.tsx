import { LIMITS, MESSAGES } from "@logbook/domain";
import { type FormEvent, useId, useRef, useState } from "react";
import { loadDashboard } from "../app/load-dashboard.ts";
import { loadFirebase } from "../session/auth.ts";
import { useSession } from "../session/use-session.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Field } from "../ui/field.tsx";
import { TextInput } from "../ui/inputs.tsx";
import { Notice } from "../ui/notice.tsx";

const MODES = {
  login: {
    heading: "Login",
    submit: "Login",
    question: "No account yet?",
    other: "register",
    password: "current-password",
    hint: undefined,
  },
  register: {
    heading: "Register",
    submit: "Register",
    question: "Already a member?",
    other: "login",
    password: "new-password",
    hint: `At least ${LIMITS.passwordMin} characters.`,
  },
} as const;

/** Loads what comes after signing in while the person still types. */
const prepare = () => {
  loadDashboard().catch(() => undefined);
  loadFirebase().catch(() => undefined);
};

/** The card that logs in or registers, and toggles between the two (sections 2 and 5). */
export function SignInCard() {
  const { signIn, register, notice } = useSession();
  const [mode, setMode] = useState<keyof typeof MODES>("login");
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const ids = useId();
  const words = MODES[mode];

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const credentials = { username: username.current!.value.trim(), password: password.current!.value };
    setError(null);
    if (credentials.username === "" || credentials.password.trim() === "") {
      setError(MESSAGES.fillAllFields);
      (credentials.username === "" ? username : password).current!.focus();
      return;
    }
    setBusy(true);
    const answer = await (mode === "login" ? signIn : register)(credentials);
    setBusy(false);
    if (answer.ok) return;
    setError(answer.error);
    password.current?.select();
  };

  const toggle = () => {
    setMode(words.other);
    setError(null);
  };

  const errorId = error === null ? undefined : `${ids}-error`;
  return (
    <Card className="w-full max-w-md p-6 sm:p-8">
      <h2 id={`${ids}-heading`} className="font-semibold font-serif text-2xl">
        {words.heading}
      </h2>
      {notice && (
        <Notice kind="info" className="mt-4">
          {notice}
        </Notice>
      )}
      <form
        // Only ever sent by script; should all scripts be blocked, no password ends up in an address.
        method="post"
        noValidate
        aria-labelledby={`${ids}-heading`}
        className="mt-5 grid gap-4"
        onFocus={prepare}
        onSubmit={(event) => void submit(event)}
      >
        <Field label="Username" errorId={errorId}>
          {(control) => (
            <TextInput
              {...control}
              ref={username}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={LIMITS.usernameMax * 2}
            />
          )}
        </Field>
        <Field label="Password" errorId={errorId} hint={words.hint}>
          {(control) => (
            <TextInput
              {...control}
              ref={password}
              type="password"
              name="password"
              autoComplete={words.password}
              maxLength={LIMITS.passwordMax}
            />
          )}
        </Field>
        {error !== null && (
          <Notice kind="error" id={`${ids}-error`}>
            {error}
          </Notice>
        )}
        <Button type="submit" variant="primary" busy={busy} className="mt-1 w-full">
          {busy ? MESSAGES.loading : words.submit}
        </Button>
      </form>
      <p className="mt-5 flex flex-wrap items-center gap-x-2 border-rule border-t pt-4 text-soft text-sm">
        {words.question}
        <Button variant="ghost" size="sm" className="underline underline-offset-4" onClick={toggle}>
          {MODES[words.other].submit}
        </Button>
      </p>
    </Card>
  );
}
