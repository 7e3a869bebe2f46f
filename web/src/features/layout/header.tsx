import type { User } from "@logbook/domain";
import { type ReactNode, useId, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { PROJECT } from "../../shared/config/project.ts";
import { type LazyResource, lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { isNewsPanelOpen, useNews } from "../../shared/news/news.ts";
import { ADMIN_SCREENS } from "../../shared/screens/screens.ts";
import { useScreenHeading } from "../../shared/screens/use-screen-heading.ts";
import { signOut } from "../../shared/session/store.ts";
import { useStore } from "../../shared/store/store.ts";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import type { IconName } from "../../shared/ui/icon-names.ts";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { PageLink } from "../../shared/ui/links.tsx";
import { Logo } from "../../shared/ui/logo.tsx";
import type { PanelProps } from "../../shared/ui/use-dismiss-panel.ts";

const accountCode = lazyResource(() => import("../account/index.ts"));
const newsCode = lazyResource(() => import("../news/index.ts"));

interface HeaderProps {
  user: User;
  /** The path of the screen, whose link is marked as current; `null` for a report's page, to which no link here leads. */
  screenPath?: string | null;
}

/** The header of every screen for members (section 2). On the dashboard the welcome line is the `<h1>`. */
export function Header({ user, screenPath = "/" }: HeaderProps) {
  const welcome = (
    <>
      <span className="truncate">Welcome, {user.username}!</span>
      {user.isAdmin && <span className="whitespace-pre font-semibold text-flag print:text-inherit"> (Admin)</span>}
    </>
  );
  return (
    <header className="cover">
      <a
        href="#main"
        className="on-cover sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-cover focus:px-4 focus:py-2 focus:font-semibold"
      >
        Skip to the content
      </a>
      <div className="relative mx-auto flex max-w-6xl flex-wrap items-center gap-x-0.5 px-3 py-1.5 sm:px-6 sm:py-3 md:flex-nowrap md:gap-x-3">
        <PageLink
          href="/"
          aria-current={screenPath === "/" ? "page" : undefined}
          className="on-cover mr-auto flex min-h-11 items-center gap-2.5 rounded-md md:mr-0"
        >
          <Logo className="h-9 w-auto" />
          <span className="font-semibold font-serif text-xl max-[28rem]:sr-only">{PROJECT.productName}</span>
        </PageLink>
        {screenPath === "/" ? <WelcomeHeading>{welcome}</WelcomeHeading> : <p className={WELCOME_LOOK}>{welcome}</p>}
        {user.isAdmin && (
          <nav aria-label="Admin" className="hidden items-center gap-1 lg:flex print:hidden">
            {ADMIN_SCREENS.map(({ path, name }) => (
              <PageLink
                key={path}
                href={path}
                aria-current={screenPath === path ? "page" : undefined}
                className="on-cover inline-flex min-h-10 items-center rounded-md px-3 font-semibold text-sm decoration-2 decoration-flag underline-offset-8 hover:bg-cover-edge aria-[current]:underline"
              >
                {name}
              </PageLink>
            ))}
          </nav>
        )}
        <NewsBell />
        <ThemeSwitch />
        <AccountButton user={user} />
        <LogoutButton />
      </div>
    </header>
  );
}

const WELCOME_LOOK =
  "on-cover order-last flex w-full min-w-0 pb-1 text-base md:order-none md:w-auto md:flex-1 md:border-cover-line md:border-l md:py-0 md:pl-4";

function WelcomeHeading({ children }: { children: ReactNode }) {
  const heading = useScreenHeading(PROJECT.projectName);
  return (
    <h1 ref={heading} tabIndex={-1} className={WELCOME_LOOK}>
      {children}
    </h1>
  );
}

function LogoutButton() {
  const navigate = useNavigate();
  return (
    <button
      type="button"
      className="on-cover inline-flex min-h-11 items-center gap-2 rounded-md border border-cover-line px-3 font-semibold text-sm motion-safe:transition-colors hover:bg-cover-edge sm:min-h-10"
      onClick={() => {
        signOut();
        // The next user must not start with this user's filters and page.
        navigate("/");
      }}
    >
      <Icon name="log-out" className="size-4" />
      Logout
    </button>
  );
}

/** The button with a bell and the number of unread news, and the panel with the news. */
function NewsBell() {
  // During hydration the panel is closed, as in the markup from the server.
  const isOpen = useStore(isNewsPanelOpen, false);
  const unreadCount = useNews().news?.unread ?? 0;
  return (
    <PanelButton
      label={unreadCount === 0 ? "News" : `News, ${unreadCount} unread`}
      icon="bell"
      code={newsCode}
      isOpen={isOpen}
      setIsOpen={isNewsPanelOpen.set}
      badge={unreadCount > 99 ? "99+" : unreadCount}
    >
      {({ NewsPanel }, panelProps) => <NewsPanel {...panelProps} />}
    </PanelButton>
  );
}

function AccountButton({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <PanelButton label="My account" icon="circle-user-round" code={accountCode} isOpen={isOpen} setIsOpen={setIsOpen}>
      {({ AccountPanel }, panelProps) => <AccountPanel user={user} {...panelProps} />}
    </PanelButton>
  );
}

interface PanelButtonProps<T> {
  label: string;
  icon: IconName;
  /** The panel's code, which loads when the panel is first opened. */
  code: LazyResource<T>;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  /** A number at the button's corner, if it is not 0. */
  badge?: number | string;
  children: (code: T, panelProps: PanelProps) => ReactNode;
}

function PanelButton<T>({ label, icon, code, isOpen, setIsOpen, badge, children }: PanelButtonProps<T>) {
  // The panel stays mounted when it is closed, because it also renders the dialogs that its buttons open.
  const [wasOpened, setWasOpened] = useState(false);
  if (isOpen && !wasOpened) setWasOpened(true);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        data-tooltip={isOpen ? undefined : label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="on-cover relative inline-grid size-11 shrink-0 place-items-center rounded-md motion-safe:transition-colors hover:bg-cover-edge sm:size-10"
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={icon} className="size-5" />
        {!!badge && (
          <span className="absolute top-0.5 right-0.5 min-w-4.5 rounded-full bg-flag px-1 text-center font-semibold text-[0.6875rem] text-cover leading-4.5">
            {badge}
          </span>
        )}
      </button>
      {wasOpened && (
        <LazyPart
          code={code}
          // The class is for the notice that replaces the panel if the code cannot be loaded.
          className={
            isOpen ? "absolute top-15 right-4 left-4 z-40 shadow-raised sm:right-6 sm:left-auto sm:w-96" : "hidden"
          }
        >
          {(loadedCode) =>
            children(loadedCode, { id, open: isOpen, close: () => setIsOpen(false), opener: button.current })
          }
        </LazyPart>
      )}
    </>
  );
}
