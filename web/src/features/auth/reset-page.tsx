import { LIMITS, MESSAGES } from "@logbook/domain";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { endSession } from "../../shared/session/store.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { TextInput } from "../../shared/ui/inputs.tsx";
import { PageLink } from "../../shared/ui/links.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useRequiredForm } from "../../shared/ui/use-required-form.ts";
import { resetPassword } from "./api.ts";
import { LoneCard } from "./lone-card.tsx";

const INVALID_INPUTS = { "bad-request": ["newPassword"], "missing-fields": ["newPassword"] } as const;

/** Where a reset link leads, which an admin has made. Its token is in the fragment, which no server gets. */
export function ResetPage() {
  const navigate = useNavigate();
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => {
    // Neither the history nor a shared screen shows the token. The router need not know.
    history.replaceState(history.state, "", location.pathname);
  }, []);
  const { isSubmitting, error, errorIdOf, submit } = useRequiredForm(
    ["newPassword"],
    INVALID_INPUTS,
    async ({ newPassword }) => {
      const result = await resetPassword({ token, newPassword });
      if (!result.ok) return { code: result.code, text: result.error };
      endSession("Your new password is set. Please log in with it.");
      navigate("/");
      return null;
    },
  );
  return (
    <LoneCard title="Choose a new password">
      {token === "" ? (
        <Notice kind="error" className="mt-5">
          This link is not complete. Please open it again as you got it, or ask an admin for a new one.
        </Notice>
      ) : (
        <form method="post" noValidate className="mt-5 grid gap-4" onSubmit={submit}>
          <p className="text-soft">This signs out all devices. Then you log in with the new password.</p>
          <Field
            label="New password"
            hint={`At least ${LIMITS.passwordMin} characters.`}
            errorId={errorIdOf("newPassword")}
          >
            {(fieldProps) => (
              <TextInput
                {...fieldProps}
                type="password"
                name="newPassword"
                autoComplete="new-password"
                maxLength={LIMITS.passwordMax}
              />
            )}
          </Field>
          {error !== null && (
            <Notice kind="error" id={error.id}>
              {error.text}
            </Notice>
          )}
          <Button type="submit" variant="primary" busy={isSubmitting} className="w-full">
            {isSubmitting ? MESSAGES.loading : "Set password"}
          </Button>
        </form>
      )}
      <p className="mt-5 border-rule border-t pt-4 text-sm">
        <PageLink href="/" className="underline underline-offset-4">
          To the login
        </PageLink>
      </p>
    </LoneCard>
  );
}
