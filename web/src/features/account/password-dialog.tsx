import { LIMITS, MESSAGES } from "@logbook/domain";
import { Dialog } from "radix-ui";
import type { ComponentProps } from "react";
import { useSession } from "../../shared/session/store.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { BACKDROP, useCloseRequest, useReturnFocus } from "../../shared/ui/dialog.ts";
import { Field, type FieldProps } from "../../shared/ui/field.tsx";
import { TextInput } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useRequiredForm } from "../../shared/ui/use-required-form.ts";
import { changePassword } from "./change-password.ts";

/** The inputs to mark as invalid, by the API's error code. Any other code marks no input. */
const INVALID_INPUTS = { "wrong-password": ["currentPassword"], "bad-request": ["newPassword"] } as const;

export function PasswordDialog({ close }: { close: () => void }) {
  const { user } = useSession();
  const returnFocus = useReturnFocus();
  const { isSubmitting, error, errorIdOf, submit } = useRequiredForm(
    ["currentPassword", "newPassword"],
    INVALID_INPUTS,
    async (change) => {
      const result = await changePassword(change);
      if (!result.ok) return { text: `Your password was not changed. ${result.error}`, code: result.code };
      close();
      announce("Your password is changed. Other devices have to sign in again.");
      // The form shows no error.
      return null;
    },
  );
  const closeUnlessSubmitting = () => !isSubmitting && close();
  // On Android, Back closes the dialog.
  useCloseRequest(closeUnlessSubmitting);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeUnlessSubmitting()}>
      <Dialog.Portal>
        <Dialog.Overlay className={BACKDROP} />
        <Dialog.Content
          {...returnFocus}
          className="fixed top-1/2 left-1/2 z-50 max-h-[90dvh] w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-md border border-rule bg-sheet p-5 text-ink shadow-raised sm:p-6"
        >
          <Dialog.Title className="font-semibold font-serif text-xl">Change my password</Dialog.Title>
          <Dialog.Description className="mt-2 text-soft text-sm">
            Other devices have to sign in again. If you forget your password, an admin can reset it.
          </Dialog.Description>
          <form noValidate className="mt-4 grid gap-4" onSubmit={submit}>
            {/* Tells password managers which account the passwords belong to. */}
            <input hidden readOnly autoComplete="username" value={user?.username ?? ""} />
            <PasswordField
              name="currentPassword"
              label="Current password"
              autoComplete="current-password"
              errorId={errorIdOf("currentPassword")}
            />
            <PasswordField
              name="newPassword"
              label="New password"
              hint={`At least ${LIMITS.passwordMin} characters.`}
              autoComplete="new-password"
              errorId={errorIdOf("newPassword")}
            />
            {error !== null && (
              <Notice kind="error" id={error.id}>
                {error.text}
              </Notice>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              <Dialog.Close asChild>
                <Button disabled={isSubmitting}>Cancel</Button>
              </Dialog.Close>
              <Button type="submit" variant="primary" busy={isSubmitting}>
                {isSubmitting ? MESSAGES.loading : "Change password"}
              </Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type PasswordFieldProps = Pick<FieldProps, "label" | "hint" | "errorId"> &
  Pick<ComponentProps<"input">, "name" | "autoComplete">;

function PasswordField({ label, hint, errorId, ...inputProps }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} errorId={errorId}>
      {(fieldProps) => <TextInput {...fieldProps} {...inputProps} type="password" maxLength={LIMITS.passwordMax} />}
    </Field>
  );
}
