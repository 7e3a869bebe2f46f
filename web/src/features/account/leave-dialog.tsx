import { LIMITS, MESSAGES } from "@logbook/domain";
import { Dialog } from "radix-ui";
import { useNavigate } from "react-router-dom";
import { lockOptions, PASSWORD_LOCK } from "../../shared/session/auth.ts";
import { signOut, useSession } from "../../shared/session/store.ts";
import { Button } from "../../shared/ui/button.tsx";
import { ModalDialog } from "../../shared/ui/modal-dialog.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useRequiredForm } from "../../shared/ui/use-required-form.ts";
import { deleteAccount } from "./api.ts";
import { PasswordField } from "./password-field.tsx";

/** Says what goes and what stays, and deletes the user's account once they have typed their password. */
export function LeaveDialog({ close, downloadFirst }: { close: () => void; downloadFirst: () => void }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const { isSubmitting, error, errorIdOf, submit } = useRequiredForm(
    ["password"],
    { "wrong-password": ["password"] },
    async ({ password }) => {
      const deletion = deleteAccount(password);
      // The session ends before the response: until then other calls wait, or they would end it with their own message.
      navigator.locks?.request(PASSWORD_LOCK, lockOptions(), () => deletion).catch(() => undefined);
      const result = await deletion;
      if (!result.ok) return { text: `Your account was not deleted. ${result.error}`, code: result.code };
      signOut("Your account is deleted.");
      navigate("/");
      return null;
    },
  );
  return (
    <ModalDialog
      title="Delete account?"
      description="You are signed out everywhere at once, and nobody can bring the account back."
      busy={isSubmitting}
      close={close}
    >
      <dl className="mt-3 grid gap-2 text-sm">
        <Consequence term="This goes">
          {`Your votes, followed reports, saved views, drafts and files of reports that you never sent. In ${LIMITS.formerNameDays} days somebody else can register your name.`}
        </Consequence>
        <Consequence term="This stays">
          Your reports with their files, and your amendments, as those of a ‘former member’. It can take a day until
          your name is gone from all of them. Names inside a text stay as they were written.
        </Consequence>
      </dl>
      <p className="mt-3">
        <Button size="sm" disabled={isSubmitting} onClick={downloadFirst}>
          Download my data first
        </Button>
      </p>
      <form noValidate className="mt-4 grid gap-4" onSubmit={submit}>
        {/* Tells password managers which account the password belongs to. */}
        <input hidden readOnly autoComplete="username" value={user?.username ?? ""} />
        <PasswordField
          name="password"
          label="Your password"
          autoComplete="current-password"
          errorId={errorIdOf("password")}
        />
        {error !== null && (
          <Notice kind="error" id={error.id}>
            {error.text}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Dialog.Close asChild>
            <Button disabled={isSubmitting}>Keep my account</Button>
          </Dialog.Close>
          <Button type="submit" variant="danger" busy={isSubmitting}>
            {isSubmitting ? MESSAGES.loading : "Delete account"}
          </Button>
        </div>
      </form>
    </ModalDialog>
  );
}

function Consequence({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt className="font-semibold">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
