import { LIMITS, MESSAGES } from "@logbook/domain";
import { useId, useState } from "react";
import type { Failure } from "../../shared/api/result.ts";
import { clearStoredToken, loadFirebase } from "../../shared/session/auth.ts";
import { setSignedInUser, useSession } from "../../shared/session/store.ts";
import { UNREACHABLE } from "../../shared/texts.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { TextInput } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useRequiredForm } from "../../shared/ui/use-required-form.ts";
import { type Credentials, readRegistration, requestSignIn } from "./api.ts";

const TEXTS = {
  login: { action: "Login", otherAction: "Register", question: "No account yet?", passwordHint: undefined },
  register: {
    action: "Register",
    otherAction: "Login",
    question: "Already a member?",
    passwordHint: `At least ${LIMITS.passwordMin} characters.`,
  },
} as const;

type Mode = keyof typeof TEXTS;

/** The inputs to mark as invalid, by error code; the first one gets the focus. Any other code marks no input. */
const INVALID_INPUTS = {
  "bad-username": ["username"],
  "username-taken": ["username"],
  "weak-password": ["password"],
  "invalid-credentials": ["password", "username"],
} as const;

/** The card with the form to log in or to register, and a button that switches between the two (sections 2 and 5). */
export function SignInCard({ preload }: { preload: () => void }) {
  const { notice } = useSession();
  const { mode, switchMode, registrationNotice, isSubmitting, error, errorIdOf, submit } = useSignInForm();
  // While the user types, load the code that the page needs after signing in.
  const preloadAll = () => {
    preload();
    // A failure is shown when the form is sent.
    loadFirebase().catch(() => undefined);
  };
  const headingId = useId();
  const { action, otherAction, question, passwordHint } = TEXTS[mode];
  return (
    <Card className="w-full max-w-md p-6 sm:p-8">
      <h2 id={headingId} className="font-semibold font-serif text-2xl">
        {action}
      </h2>
      {[notice, mode === "register" ? registrationNotice : null].map(
        (text) =>
          text && (
            <Notice key={text} kind="info" className="mt-4">
              {text}
            </Notice>
          ),
      )}
      <form
        // A script sends this form. If scripts are blocked, a GET form would put the password into the address.
        method="post"
        noValidate
        aria-labelledby={headingId}
        className="mt-5 grid gap-4"
        onFocus={preloadAll}
        onSubmit={submit}
      >
        <Field label="Username" errorId={errorIdOf("username")}>
          {(fieldProps) => (
            <TextInput
              {...fieldProps}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              // Leave room for spaces around the name, which are removed before the name is checked.
              maxLength={LIMITS.usernameMax * 2}
            />
          )}
        </Field>
        <Field label="Password" errorId={errorIdOf("password")} hint={passwordHint}>
          {(fieldProps) => (
            <TextInput
              {...fieldProps}
              type="password"
              name="password"
              autoComplete={mode === "login" ? "current-password" : "new-password"}
              maxLength={LIMITS.passwordMax}
            />
          )}
        </Field>
        {error !== null && (
          <Notice kind="error" id={error.id}>
            {error.text}
          </Notice>
        )}
        <Button type="submit" variant="primary" busy={isSubmitting} className="mt-1 w-full">
          {isSubmitting ? MESSAGES.loading : action}
        </Button>
      </form>
      <p className="mt-5 flex flex-wrap items-center gap-x-2 border-rule border-t pt-4 text-soft text-sm">
        <span>{question}</span>
        <Button variant="ghost" size="sm" className="underline underline-offset-4" onClick={switchMode}>
          {otherAction}
        </Button>
      </p>
    </Card>
  );
}

/** The form's state. `mode` says which of the two forms is shown. */
function useSignInForm() {
  const [mode, setMode] = useState<Mode>("login");
  const [registrationNotice, setRegistrationNotice] = useState<string | null>(null);
  const form = useRequiredForm(["username", "password"], INVALID_INPUTS, async ({ username, password }) => {
    const failure = await signIn(mode, { username: username.trim(), password });
    // The user may have switched forms meanwhile. The error is about the form that was sent, so show that form.
    if (failure !== null) setMode(mode);
    return failure;
  });
  const switchMode = () => {
    setMode(mode === "login" ? "register" : "login");
    form.clearError();
    // Says before somebody fills in the form whether an admin has to let them in, or nobody can register.
    if (mode === "login")
      void readRegistration().then((result) => result.ok && setRegistrationNotice(result.data.notice));
  };
  return { ...form, mode, switchMode, registrationNotice };
}

/** The error that each form shows if the server refuses the request without a known error code (section 8). */
const DEFAULT_ERRORS = {
  login: { code: "invalid-credentials", text: MESSAGES.invalidCredentials },
  register: { code: "username-taken", text: MESSAGES.usernameTaken },
} as const;

/** Logs in or registers, and starts the session. Resolves to the error to show, or to `null` if there is none. */
async function signIn(mode: Mode, credentials: Credentials) {
  const result = await requestSignIn(mode, credentials);
  if (!result.ok)
    return isRefusedWithoutCode(result) ? DEFAULT_ERRORS[mode] : { code: result.code, text: result.error };
  try {
    const firebase = await loadFirebase();
    await firebase.signIn(result.data.token);
  } catch (error) {
    console.error("Failed to sign in:", error);
    // The API has accepted the credentials, so Firebase was probably not reached.
    return { code: "network", text: UNREACHABLE };
  }
  // A token stored for the next visit is from an earlier session, which may be over: the next visit must not use it.
  clearStoredToken();
  setSignedInUser(result.data.user);
  return null;
}

// `refused`: the response has `success: false`, but no code. `unknown`: the response does not have the API's format.
// Then only the status 401 (wrong credentials) or 409 (the name is taken) means a refusal.
function isRefusedWithoutCode({ code, status }: Failure): boolean {
  return code === "refused" || (code === "unknown" && (status === 401 || status === 409));
}
