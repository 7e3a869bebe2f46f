import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { signOutEverywhere } from "../../shared/api/account.ts";
import { signOut } from "../../shared/session/store.ts";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";

export function SignOutDialog({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setIsBusy(true);
    setError(null);
    const result = await signOutEverywhere();
    if (result.ok) {
      signOut("You are signed out on all devices.");
      // The next user must not start with this user's filters and page.
      navigate("/");
      return;
    }
    setIsBusy(false);
    setError(result.error);
  };
  return (
    <ConfirmDialog
      title="Sign out everywhere?"
      cancelLabel="Stay signed in"
      confirmLabel="Sign out everywhere"
      busy={isBusy}
      error={error}
      onConfirm={() => void confirm()}
      close={close}
    >
      Every device and browser in which you are signed in has to log in again, this one too. What you have typed and not
      sent yet is lost. If somebody may know your password, change it as well.
    </ConfirmDialog>
  );
}
