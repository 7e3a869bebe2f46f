import { useState } from "react";
import { useScreenNavigation } from "../../shared/screens/use-screen-navigation.ts";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { endSessions } from "./end-sessions.ts";

/** Asks before one is signed out on all devices. */
export function SignOutDialog({ close }: { close: () => void }) {
  const { navigate } = useScreenNavigation();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    const failure = await endSessions();
    // Signed out, the page shows the notice for visitors, and this dialog is gone; the next person starts with a view of
    // their own.
    if (failure === null) return navigate("/");
    setBusy(false);
    setError(failure.error);
  };
  return (
    <ConfirmDialog
      title="Sign out everywhere?"
      cancelLabel="Stay signed in"
      confirmLabel="Sign out everywhere"
      busy={busy}
      error={error}
      onConfirm={() => void confirm()}
      close={close}
    >
      Every device and browser in which you are signed in has to log in again, this one too. What you have typed and not
      sent yet is lost. If somebody may know your password, change it as well.
    </ConfirmDialog>
  );
}
