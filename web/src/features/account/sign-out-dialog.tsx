import { useNavigate } from "react-router-dom";
import { signOutEverywhere } from "../../shared/api/account.ts";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { signOut } from "../../shared/session/store.ts";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";

export function SignOutDialog({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const signOutAction = useAction(async () => {
    await unwrap(signOutEverywhere());
    signOut("You are signed out on all devices.");
    // The next user must not start with this user's filters and page.
    navigate("/");
  });
  return (
    <ConfirmDialog
      title="Sign out everywhere?"
      cancelLabel="Stay signed in"
      confirmLabel="Sign out everywhere"
      busy={signOutAction.isPending}
      error={signOutAction.error === null ? null : failureText(signOutAction.error)}
      onConfirm={() => signOutAction.run()}
      close={close}
    >
      Every device and browser in which you are signed in has to log in again, this one too. What you have typed and not
      sent yet is lost. If somebody may know your password, change it as well.
    </ConfirmDialog>
  );
}
