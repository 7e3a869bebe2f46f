import { LIMITS, MESSAGES, type PasswordChange } from "@logbook/domain";
import { Dialog } from "radix-ui";
import type { Failure } from "../../shared/api/result.ts";
import { clearStoredToken, loadFirebase, lockOptions, PASSWORD_LOCK } from "../../shared/session/auth.ts";
import { endSession, getSession, isSignedOutByUser, setSignedInUser, useSession } from "../../shared/session/store.ts";
import { announce } from "../../shared/ui/announcer.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { ModalDialog } from "../../shared/ui/modal-dialog.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useRequiredForm } from "../../shared/ui/use-required-form.ts";
import { changePassword } from "./api.ts";
import { PasswordField } from "./password-field.tsx";

/** The inputs to mark as invalid, by the API's error code. Any other code marks no input. */
const INVALID_INPUTS = { "wrong-password": ["currentPassword"], "bad-request": ["newPassword"] } as const;

export function PasswordDialog({ close }: { close: () => void }) {
  const { user } = useSession();
  const { isSubmitting, error, errorIdOf, submit } = useRequiredForm(
    ["currentPassword", "newPassword"],
    INVALID_INPUTS,
    async (change) => {
      const failure = await changePasswordWithLock(change);
      if (failure !== null) return { text: `Your password was not changed. ${failure.error}`, code: failure.code };
      close();
      announce("Your password is changed. Other devices have to sign in again.");
      return null;
    },
  );
  return (
    <ModalDialog
      title="Change my password"
      description="Other devices have to sign in again. If you forget your password, an admin can reset it."
      busy={isSubmitting}
      close={close}
    >
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
    </ModalDialog>
  );
}

// In the other tabs, Firebase Auth needs less than this time to read the new session from the browser's storage.
const SESSION_SYNC_MS = 200;

/**
 * Changes the password. Meanwhile the other tabs must not refresh their tokens: the change makes their refresh tokens
 * invalid, and a refused refresh would end the session in all tabs before the new token arrives.
 */
function changePasswordWithLock(change: PasswordChange): Promise<Failure | null> {
  const result = changeAndSignIn(change);
  const synchronization = result.then(() => new Promise((resolve) => setTimeout(resolve, SESSION_SYNC_MS)));
  // The change does not wait for the lock: browsers offer locks only on https and localhost, and the wait may time out.
  navigator.locks?.request(PASSWORD_LOCK, lockOptions(), () => synchronization).catch(() => undefined);
  return result;
}

/** Changes the password, which ends all other sessions, and continues this session with the new token. */
async function changeAndSignIn(change: PasswordChange): Promise<Failure | null> {
  const { user } = getSession();
  try {
    const result = await changePassword(change);
    if (!result.ok) return result;
    const firebase = await loadFirebase();
    await firebase.signIn(result.data.token);
    // The ID token stored for the next visit is from before the change, so the server would refuse it.
    clearStoredToken();
    const hasSessionEnded = user !== null && getSession().user === null;
    if (hasSessionEnded) {
      // If the user has pressed Logout meanwhile, Auth must be signed out too.
      if (isSignedOutByUser()) await firebase.signOut();
      // A tab that did not wait for the lock may have ended the session in all tabs. Continue the session.
      else setSignedInUser(user);
    }
  } catch {
    // The server has changed the password; only the sign-in with the new token has failed.
    endSession("Your password is changed. Please sign in with the new one.");
  }
  return null;
}
