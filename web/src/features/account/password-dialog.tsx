import { LIMITS, MESSAGES, type PasswordChange } from "@logbook/domain";
import { Dialog } from "radix-ui";
import { type FormEvent, useId, useRef, useState } from "react";
import { useSession } from "../../shared/session/use-session.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { BACKDROP } from "../../shared/ui/backdrop.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { TextInput } from "../../shared/ui/inputs.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useCloseRequest } from "../../shared/ui/use-close-request.ts";
import { useReturnFocus } from "../../shared/ui/use-return-focus.ts";
import { changePassword } from "./change-password.ts";

type FieldName = keyof PasswordChange;

/** Which field a refusal is about, by its code; others are about neither. A bad request holds a password that cannot be set. */
const AT_FAULT: Record<string, readonly FieldName[]> = {
  "wrong-password": ["currentPassword"],
  "bad-request": ["newPassword"],
};

/** Changes one's own password. Nobody has an e-mail address here: a forgotten one is reset by an admin. */
export function PasswordDialog({ close }: { close: () => void }) {
  const { user } = useSession();
  const returnFocus = useReturnFocus();
  const current = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<{ text: string; fields: readonly FieldName[] } | null>(null);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const leave = () => !busy && close();
  useCloseRequest(leave);

  const refuse = (text: string, fields: readonly FieldName[]) => {
    setError({ text, fields });
    const field = fields[0] && { currentPassword: current, newPassword: next }[fields[0]].current;
    field?.focus();
    field?.select();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const change = { currentPassword: current.current!.value, newPassword: next.current!.value };
    const empty = (["currentPassword", "newPassword"] as const).filter((name) => change[name].trim() === "");
    if (empty.length > 0) return refuse(MESSAGES.fillAllFields, empty);
    setError(null);
    setBusy(true);
    const answer = await changePassword(change);
    setBusy(false);
    if (answer.ok) {
      close();
      announce("Your password is changed. Other devices have to sign in again.");
      return;
    }
    refuse(`Your password was not changed. ${answer.error}`, AT_FAULT[answer.code] ?? []);
  };

  const errorIdOf = (name: FieldName) => (error?.fields.includes(name) ? id : undefined);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && leave()}>
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
            {/* Password managers need to know whose password it is. */}
            <input hidden readOnly autoComplete="username" value={user?.username ?? ""} />
            <Field label="Current password" errorId={errorIdOf("currentPassword")}>
              {(control) => (
                <TextInput
                  {...control}
                  ref={current}
                  type="password"
                  autoComplete="current-password"
                  maxLength={LIMITS.passwordMax}
                />
              )}
            </Field>
            <Field
              label="New password"
              errorId={errorIdOf("newPassword")}
              hint={`At least ${LIMITS.passwordMin} characters.`}
            >
              {(control) => (
                <TextInput
                  {...control}
                  ref={next}
                  type="password"
                  autoComplete="new-password"
                  maxLength={LIMITS.passwordMax}
                />
              )}
            </Field>
            {error !== null && (
              <Notice kind="error" id={id}>
                {error.text}
              </Notice>
            )}
            <div className="flex flex-wrap justify-end gap-2">
              <Dialog.Close asChild>
                <Button disabled={busy}>Cancel</Button>
              </Dialog.Close>
              <Button type="submit" variant="primary" busy={busy}>
                {busy ? MESSAGES.loading : "Change password"}
              </Button>
            </div>
          </form>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
