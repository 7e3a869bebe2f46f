import type { User } from "@logbook/domain";
import { type ReactNode, useRef, useState } from "react";
import { ADMIN_SCREENS } from "../../shared/screens/screens.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import type { IconName } from "../../shared/ui/icon-names.ts";
import { PageLink } from "../../shared/ui/links.tsx";
import { type PanelProps, useDismissPanel } from "../../shared/ui/use-dismiss-panel.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { SignOutDialog } from "./sign-out-dialog.tsx";

const SCREEN_ICONS = { "/members": "users", "/trash": "archive-arrow-up" } as const;

const DIALOGS = { password: PasswordDialog, signOut: SignOutDialog } as const;

/** The panel of the account button. On narrow windows it also links to the admin screens. */
export function AccountPanel({ id, user, open, close, opener }: PanelProps & { user: User }) {
  const [dialogName, setDialogName] = useState<keyof typeof DIALOGS | null>(null);
  const Dialog = dialogName === null ? null : DIALOGS[dialogName];
  const panel = useRef<HTMLDivElement>(null);
  useDismissPanel(panel, { open, close, opener });

  const openDialog = (name: keyof typeof DIALOGS) => {
    // When the dialog closes, it returns the focus to the element that is focused now.
    opener?.focus();
    close();
    setDialogName(name);
  };

  return (
    <>
      {open && (
        <div
          ref={panel}
          id={id}
          className="arrive absolute top-15 right-4 z-40 w-64 sm:right-6 rounded-md border border-rule bg-sheet py-2 text-ink shadow-raised"
        >
          {user.isAdmin && (
            <nav aria-label="Admin" className="mb-2 border-rule border-b pb-2 lg:hidden">
              {ADMIN_SCREENS.map(({ path, name }) => (
                <PageLink key={path} href={path} className={ITEM_LOOK} onClick={close}>
                  <Label icon={SCREEN_ICONS[path]}>{name}</Label>
                </PageLink>
              ))}
            </nav>
          )}
          <button type="button" className={ITEM_LOOK} onClick={() => openDialog("password")}>
            <Label icon="key-round">Change my password</Label>
          </button>
          <button type="button" className={ITEM_LOOK} onClick={() => openDialog("signOut")}>
            <Label icon="monitor-x">Sign out everywhere</Label>
          </button>
        </div>
      )}
      {Dialog && <Dialog close={() => setDialogName(null)} />}
    </>
  );
}

const ITEM_LOOK =
  "flex min-h-11 w-full items-center gap-3 px-4 text-left font-medium text-sm hover:bg-sunken focus-visible:-outline-offset-2 sm:min-h-10";

function Label({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <>
      <Icon name={icon} className="size-4 shrink-0 text-accent" />
      {children}
    </>
  );
}
