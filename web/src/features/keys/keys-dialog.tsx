import type { User } from "@logbook/domain";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { ModalDialog } from "../../shared/ui/modal-dialog.tsx";
import { areKeysOn, setKeysOn } from "./keys-setting.ts";
import { SHORTCUTS } from "./shortcuts.ts";

/** Keys that work wherever they make sense, also while the single keys are turned off. */
const OTHER_KEYS = [
  { key: "Ctrl Z", label: "Undo, while a message offers it" },
  { key: "Ctrl Enter", label: "Send the form or the amendment" },
  { key: "Escape", label: "Close a dialog, a panel, a form or a message" },
  { key: "← →", label: "Move within a group, such as the counts or the views" },
];

interface DialogProps {
  user: User;
  close: () => void;
}

/** Lists all keys that the user may press, and turns the single keys on and off. */
export function KeysDialog({ user, close }: DialogProps) {
  const [isOn, setIsOn] = useState(areKeysOn);
  const ownShortcuts = SHORTCUTS.filter(({ isForAdmins }) => !isForAdmins || user.isAdmin);
  return (
    <ModalDialog
      title="Keyboard shortcuts"
      description="Single keys do nothing while you type, while a dialog is open, or together with Ctrl, Alt or ⌘."
      close={close}
    >
      <label className="mt-3 flex items-start gap-2.5 rounded-md bg-sunken px-3 py-2">
        <input
          type="checkbox"
          className="mt-1 size-4.5 shrink-0 accent-accent"
          checked={isOn}
          onChange={({ target }) => {
            setIsOn(target.checked);
            setKeysOn(target.checked);
          }}
        />
        <span>
          <span className="block font-semibold">Use single keys</span>
          <span className="block text-soft text-sm">
            Turn them off if you speak to your computer, or if you press keys by accident.
          </span>
        </span>
      </label>
      <KeyList entries={ownShortcuts.map(({ key, shownKey = key, label }) => ({ key: shownKey, label }))} />
      <h3 className="mt-3 font-semibold text-sm">These work always</h3>
      <KeyList entries={OTHER_KEYS} />
      <div className="mt-4 flex justify-end">
        <Dialog.Close asChild>
          <Button>Close</Button>
        </Dialog.Close>
      </div>
    </ModalDialog>
  );
}

function KeyList({ entries }: { entries: readonly { key: string; label: string }[] }) {
  return (
    <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 text-sm">
      {entries.map(({ key, label }) => (
        <div key={key} className="contents">
          <dt>
            <kbd className="inline-block min-w-7 rounded-sm border border-line bg-sunken px-1.5 text-center font-mono font-semibold">
              {key}
            </kbd>
          </dt>
          <dd>{label}</dd>
        </div>
      ))}
    </dl>
  );
}
