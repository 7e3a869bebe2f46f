import type { User } from "@logbook/domain";
import { KeyRound, LogOut } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useScreen } from "../app/use-screen.ts";
import { Logo } from "../brand/logo.tsx";
import { PROJECT } from "../config/project.ts";
import { ThemeSwitch } from "../theme/theme-switch.tsx";
import { IconButton } from "../ui/icon-button.tsx";

const PasswordDialog = lazy(async () => ({ default: (await import("./password-dialog.tsx")).PasswordDialog }));

/** The dashboard's header (section 2). */
export function Header({ user, leave }: { user: User; leave: () => void }) {
  const heading = useScreen(PROJECT.projectName);
  const [changing, setChanging] = useState(false);
  return (
    <header className="cover">
      <a
        href="#main"
        className="on-cover sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-cover focus:px-4 focus:py-2 focus:font-semibold"
      >
        Skip to the content
      </a>
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-2 px-4 py-3 sm:gap-x-4 sm:flex-nowrap sm:px-6">
        <div className="flex flex-1 items-center gap-3 sm:flex-none">
          <Logo className="h-9" />
          <span className="whitespace-nowrap font-semibold font-serif text-xl max-[24rem]:sr-only">
            {PROJECT.productName}
          </span>
        </div>
        <h1
          ref={heading}
          tabIndex={-1}
          className="on-cover order-last w-full truncate pt-1 pb-1 text-base sm:order-none sm:w-auto sm:flex-1 sm:border-cover-line sm:border-l sm:py-0 sm:pl-4"
        >
          Welcome, {user.username}!{user.isAdmin && <span className="font-semibold text-flag"> (Admin)</span>}
        </h1>
        <ThemeSwitch />
        <IconButton
          label="Change my password"
          className="on-cover size-11! text-on-cover hover:bg-cover-edge hover:text-on-cover sm:size-10!"
          onClick={() => setChanging(true)}
        >
          <KeyRound aria-hidden="true" className="size-5" />
        </IconButton>
        <button
          type="button"
          className="on-cover inline-flex min-h-11 items-center gap-2 rounded-md border border-cover-line px-3 font-semibold text-sm motion-safe:transition-colors hover:bg-cover-edge sm:min-h-10"
          onClick={leave}
        >
          <LogOut aria-hidden="true" className="size-4" />
          Logout
        </button>
      </div>
      {changing && (
        <Suspense fallback={null}>
          <PasswordDialog close={() => setChanging(false)} />
        </Suspense>
      )}
    </header>
  );
}
