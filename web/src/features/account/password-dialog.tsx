import { LIMITS, MESSAGES, type PasswordChange } from "@logbook/domain";
import { Dialog } from "radix-ui";
import { type ComponentProps, type FormEvent, useId, useRef, useState } from "react";
import { useSession } from "../../shared/session/use-session.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { BACKDROP, useCloseRequest, useReturnFocus } from "../../shared/ui/dialog.ts";
import { Field, type FieldProps } from "../../shared/ui/field.tsx";
import { TextInput } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { changePassword } from "./change-password.ts";

type FieldName = keyof PasswordChange;

/** The fields to mark as invalid, by error code; other errors concern neither field. */
const INVALID_FIELDS: Record<string, readonly FieldName[]> = {
  "wrong-password": ["currentPassword"],
  "bad-request": ["newPassword"],
};

export function PasswordDialog({ close }: { close: () => void }) {
  const { user } = useSession();
  const returnFocus = useReturnFocus();
  const { current, next, error, isBusy, submit } = usePasswordForm(close);
  const id = useId();
  const closeUnlessBusy = () => !isBusy && close();
  useCloseRequest(closeUnlessBusy);

  const errorIdOf = (name: FieldName) => (error?.fields.includes(name) ? id : undefined);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && closeUnlessBusy()}>
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
          <form noValidate className="mt-4 grid gap-4" onSubmit={(event) => void submit(event)}>
            {/* Tells password managers which account the password belongs to. */}
            <input hidden readOnly autoComplete="username" value={user?.username ?? ""} />
            <PasswordField
              ref={current}
              label="Current password"
              autoComplete="current-password"
              errorId={errorIdOf("currentPassword")}
            />
            <PasswordField
              ref={next}
              label="New password"
              hint={`At least ${LIMITS.passwordMin} characters.`}
              autoComplete="new-password"
              errorId={errorIdOf("newPassword")}
            />
            {error !== null && (
              <Notice kind="error" id={id}>
                {error.text}
              </Notice>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              <Dialog.Close asChild>
                <Button disabled={isBusy}>Cancel</Button>
              </Dialog.Close>
              <Button type="submit" variant="primary" busy={isBusy}>
                {isBusy ? MESSAGES.loading : "Change password"}
              </Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** State and actions of the form. Its fields are uncontrolled: put the two refs on them. */
function usePasswordForm(close: () => void) {
  const current = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<{ text: string; fields: readonly FieldName[] } | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const showError = (text: string, fields: readonly FieldName[]) => {
    setError({ text, fields });
    const field = fields[0] && { currentPassword: current, newPassword: next }[fields[0]].current;
    field?.focus();
    field?.select();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const change = { currentPassword: current.current!.value, newPassword: next.current!.value };
    const empty = (["currentPassword", "newPassword"] as const).filter((name) => change[name].trim() === "");
    if (empty.length > 0) return showError(MESSAGES.fillAllFields, empty);
    setError(null);
    setIsBusy(true);
    const result = await changePassword(change);
    setIsBusy(false);
    if (result.ok) {
      close();
      announce("Your password is changed. Other devices have to sign in again.");
      return;
    }
    showError(`Your password was not changed. ${result.error}`, INVALID_FIELDS[result.code] ?? []);
  };

  return { current, next, error, isBusy, submit };
}

type PasswordFieldProps = Pick<FieldProps, "label" | "hint" | "errorId"> &
  Pick<ComponentProps<"input">, "ref" | "autoComplete">;

function PasswordField({ label, hint, errorId, ...input }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} errorId={errorId}>
      {(control) => <TextInput {...control} {...input} type="password" maxLength={LIMITS.passwordMax} />}
    </Field>
  );
}
