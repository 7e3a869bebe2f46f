import { useState } from "react";
import { useWays } from "../app/use-ways.ts";
import { endSessions } from "../session/end-sessions.ts";
import { ConfirmDialog } from "../ui/confirm-dialog.tsx";

/** Asks before one is signed out on all devices. */
export function SignOutDialog({ close }: { close: () => void }) {
  const { go } = useWays();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setError(null);
    const failure = await endSessions();
    // Signed out, the page shows the notice for visitors, and this dialog is gone; the next person starts with a view of
    // their own.
    if (failure === null) return go("/");
    setBusy(false);
    setError(failure.error);
  };
  return (
    <ConfirmDialog
      title="Sign out everywhere?"
      keep="Stay signed in"
      confirm="Sign out everywhere"
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
