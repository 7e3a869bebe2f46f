import { LIMITS, MESSAGES } from "@logbook/domain";
import { type FormEvent, useId, useRef, useState } from "react";
import { loadFirebase } from "../../shared/session/auth.ts";
import { useSession } from "../../shared/session/use-session.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { TextInput } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { signIn, signUp } from "./sign-in.ts";

/** Props of `LoggedOut`; `preload` begins to load the screen that follows a sign-in. */
export interface LoggedOutProps {
  preload: () => void;
}

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

type FieldName = "username" | "password";

/** Which fields a refusal is about, by its code; the first is the one to be changed. Others are about neither. */
const AT_FAULT: Record<string, readonly FieldName[]> = {
  "bad-username": ["username"],
  "username-taken": ["username"],
  "weak-password": ["password"],
  "invalid-credentials": ["password", "username"],
};

/** The card that logs in or registers, and toggles between the two (sections 2 and 5). */
export function SignInCard({ preload }: LoggedOutProps) {
  const { notice } = useSession();
  const [mode, setMode] = useState<keyof typeof MODES>("login");
  const [error, setError] = useState<{ text: string; fields: readonly FieldName[] } | null>(null);
  const [busy, setBusy] = useState(false);
  const username = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const ids = useId();
  const words = MODES[mode];

  // What comes after signing in is loaded while the person still types.
  const prepare = () => {
    preload();
    loadFirebase().catch(() => undefined);
  };

  const refuse = (text: string, fields: readonly FieldName[]) => {
    setError({ text, fields });
    const field = fields[0] && { username, password }[fields[0]].current;
    field?.focus();
    field?.select();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const credentials = { username: username.current!.value.trim(), password: password.current!.value };
    setError(null);
    const empty = (["username", "password"] as const).filter((name) => credentials[name].trim() === "");
    if (empty.length > 0) return refuse(MESSAGES.fillAllFields, empty);
    setBusy(true);
    const answer = await (mode === "login" ? signIn : signUp)(credentials);
    setBusy(false);
    if (answer.ok) return;
    // The other form may be open by now, and this is not about it.
    setMode(mode);
    refuse(answer.error, AT_FAULT[answer.code] ?? []);
  };

  const toggle = () => {
    setMode(words.other);
    setError(null);
  };

  const errorIdOf = (name: FieldName) => (error?.fields.includes(name) ? `${ids}-error` : undefined);
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
        <Field label="Username" errorId={errorIdOf("username")}>
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
        <Field label="Password" errorId={errorIdOf("password")} hint={words.hint}>
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
            {error.text}
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
