import type { User } from "@logbook/domain";
import { type ReactNode, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { ADMIN_SCREENS } from "../../shared/screens/screens.ts";
import { lockOptions, PASSWORD_LOCK } from "../../shared/session/auth.ts";
import { signOut } from "../../shared/session/store.ts";
import { ConfirmDialog } from "../../shared/ui/confirm-dialog.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import type { IconName } from "../../shared/ui/icon-names.ts";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { PageLink } from "../../shared/ui/links.tsx";
import { NewsLink } from "../../shared/ui/news-link.tsx";
import { type PanelProps, useDismissPanel } from "../../shared/ui/use-dismiss-panel.ts";
import { KeysDialog } from "../keys/index-lazy.ts";
import { signOutEverywhere } from "./api.ts";
import { PasswordDialog } from "./password-dialog.tsx";

type DialogName = "keys" | "password" | "sign-out-everywhere" | "own-data" | "leave";

const leaveCode = lazyResource(() => import("./leave-dialog.tsx"));
const ownDataCode = lazyResource(() => import("../own-data/index.ts"));

const SCREEN_ICONS = { "/members": "users", "/trash": "archive-arrow-up" } as const;

interface AccountPanelProps extends PanelProps {
  user: User;
  /** Shown beside the link to the members. */
  membersNote: ReactNode;
}

/** The panel of the account button. On narrow windows it also links to the admin screens. */
export function AccountPanel({ id, user, membersNote, open, close, opener }: AccountPanelProps) {
  const [openDialog, setOpenDialog] = useState<DialogName | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  useDismissPanel(panel, { open, close, opener });

  const replaceByDialog = (dialog: DialogName) => {
    // When the dialog closes, it returns the focus to the element that is focused now.
    opener?.focus();
    close();
    setOpenDialog(dialog);
  };
  const closeDialog = () => setOpenDialog(null);

  return (
    <>
      {open && (
        <div
          ref={panel}
          id={id}
          className="arrive absolute top-15 right-3 z-40 w-64 sm:right-6 rounded-md border border-rule bg-sheet py-2 text-ink shadow-raised"
        >
          {user.isAdmin && (
            <nav aria-label="Admin" className="mb-2 border-rule border-b pb-2 lg:hidden">
              {ADMIN_SCREENS.map(({ path, name }) => (
                <PageLink key={path} href={path} className={ITEM_LOOK} onClick={close}>
                  <ItemLabel icon={SCREEN_ICONS[path]}>{name}</ItemLabel>
                  {path === "/members" && membersNote}
                </PageLink>
              ))}
            </nav>
          )}
          <NewsLink className={ITEM_LOOK} onClick={close}>
            <ItemLabel icon="book-open">What’s new</ItemLabel>
          </NewsLink>
          <button type="button" className={ITEM_LOOK} onClick={() => replaceByDialog("password")}>
            <ItemLabel icon="key-round">Change my password</ItemLabel>
          </button>
          <button type="button" className={ITEM_LOOK} onClick={() => replaceByDialog("sign-out-everywhere")}>
            <ItemLabel icon="monitor-x">Sign out everywhere</ItemLabel>
          </button>
          <button type="button" className={ITEM_LOOK} onClick={() => replaceByDialog("keys")}>
            <ItemLabel icon="keyboard">Keyboard shortcuts</ItemLabel>
          </button>
          <button type="button" className={ITEM_LOOK} onClick={() => replaceByDialog("own-data")}>
            <ItemLabel icon="download">Download my data</ItemLabel>
          </button>
          <button type="button" className={ITEM_LOOK} onClick={() => replaceByDialog("leave")}>
            <ItemLabel icon="trash">Delete account</ItemLabel>
          </button>
        </div>
      )}
      {openDialog === "keys" && <KeysDialog user={user} close={closeDialog} />}
      {openDialog === "password" && <PasswordDialog close={closeDialog} />}
      {openDialog === "sign-out-everywhere" && <SignOutEverywhereDialog close={closeDialog} />}
      {openDialog === "own-data" && (
        <LazyPart code={ownDataCode} modal className={FAILURE_PLACE}>
          {({ OwnDataDialog }) => <OwnDataDialog close={closeDialog} />}
        </LazyPart>
      )}
      {openDialog === "leave" && (
        <LazyPart code={leaveCode} modal className={FAILURE_PLACE}>
          {({ LeaveDialog }) => <LeaveDialog close={closeDialog} downloadFirst={() => setOpenDialog("own-data")} />}
        </LazyPart>
      )}
    </>
  );
}

/** Where the notice is if the code of a dialog cannot be loaded. */
const FAILURE_PLACE = "absolute top-15 right-3 z-40 w-64 sm:right-6";

const ITEM_LOOK =
  "flex min-h-11 w-full items-center gap-3 px-4 text-left font-medium text-sm hover:bg-sunken focus-visible:-outline-offset-2 sm:min-h-10";

function ItemLabel({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <>
      <Icon name={icon} className="size-4 shrink-0 text-accent" />
      <span>{children}</span>
    </>
  );
}

function SignOutEverywhereDialog({ close }: { close: () => void }) {
  const navigate = useNavigate();
  const signOutAction = useAction(async () => {
    const call = unwrap(signOutEverywhere());
    // The session ends before the response: until then other calls wait, or they would end it with their own message.
    navigator.locks?.request(PASSWORD_LOCK, lockOptions(), () => call).catch(() => undefined);
    await call;
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
