import type { User } from "@logbook/domain";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { ADMIN_SCREENS } from "../../shared/screens/screens.ts";
import type { Icon } from "../../shared/ui/icons.tsx";
import { ArchiveArrowUp, KeyRound, MonitorX, Users } from "../../shared/ui/lazy-icons.tsx";
import { PageLink } from "../../shared/ui/page-link.tsx";
import { PasswordDialog } from "./password-dialog.tsx";
import { SignOutDialog } from "./sign-out-dialog.tsx";

const ICONS: Record<(typeof ADMIN_SCREENS)[number]["path"], Icon> = {
  "/members": Users,
  "/trash": ArchiveArrowUp,
};

const DIALOGS = { password: PasswordDialog, everywhere: SignOutDialog } as const;

/** Props of `AccountPanel`. It stays in the page while it is closed, for the dialogs that it opens. */
export interface AccountPanelProps {
  id: string;
  user: User;
  open: boolean;
  close: () => void;
  /** The button that opened it, to which the focus returns. */
  opener: HTMLElement | null;
  navigate: ((href: string) => void) | undefined;
}

/** What the account's button opens: the admins' screens, and what one can do about one's own account. */
export function AccountPanel({ id, user, open, close, opener, navigate }: AccountPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | null>(null);
  const Dialog = dialog === null ? null : DIALOGS[dialog];
  const leave = useEffectEvent(close);

  useEffect(() => {
    if (!open) return;
    const ended = new AbortController();
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !panel.current?.contains(target) && !opener?.contains(target);
    const listen = (type: string, outside: (event: Event) => boolean) =>
      document.addEventListener(type, (event) => outside(event) && leave(), { signal: ended.signal });
    listen("pointerdown", ({ target }) => isOutside(target));
    listen("focusin", ({ target }) => isOutside(target));
    listen("keydown", (event) => {
      if ((event as KeyboardEvent).key !== "Escape") return false;
      opener?.focus();
      return true;
    });
    return () => ended.abort();
  }, [open, opener]);

  const choose = (next: keyof typeof DIALOGS) => {
    // The dialog gives the focus back to where it was when it opened.
    opener?.focus();
    close();
    setDialog(next);
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
                <PageLink key={path} href={path} navigate={navigate} className={ITEM} onClick={close}>
                  <Label icon={ICONS[path]}>{name}</Label>
                </PageLink>
              ))}
            </nav>
          )}
          <button type="button" className={ITEM} onClick={() => choose("password")}>
            <Label icon={KeyRound}>Change my password</Label>
          </button>
          <button type="button" className={ITEM} onClick={() => choose("everywhere")}>
            <Label icon={MonitorX}>Sign out everywhere</Label>
          </button>
        </div>
      )}
      {Dialog && <Dialog close={() => setDialog(null)} />}
    </>
  );
}

const ITEM =
  "flex min-h-11 w-full items-center gap-3 px-4 text-left font-medium text-sm hover:bg-sunken focus-visible:-outline-offset-2 sm:min-h-10";

function Label({ icon: Shape, children }: { icon: Icon; children: ReactNode }) {
  return (
    <>
      <Shape aria-hidden="true" className="size-4 shrink-0 text-accent" />
      {children}
    </>
  );
}
