import type { User } from "@logbook/domain";
import { type ReactNode, useState } from "react";
import { useNavigate } from "react-router-dom";
import { PROJECT } from "../../shared/config/project.ts";
import { lazyResource, useLazyResource } from "../../shared/lazy/lazy-resource.ts";
import { LIST_ID } from "../../shared/paged-list/list-focus.ts";
import { ADMIN_SCREENS } from "../../shared/screens/screens.ts";
import { useScreenHeading } from "../../shared/screens/use-screen-heading.ts";
import { signOut } from "../../shared/session/store.ts";
import { useStore } from "../../shared/store/store.ts";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { PageLink } from "../../shared/ui/links.tsx";
import { Logo } from "../../shared/ui/logo.tsx";
import { isNewsPanelOpen, newsPanelCode, useNews } from "../news/index.ts";
import { PanelButton } from "./panel-button.tsx";

// Only admins load it.
const waitingCountCode = lazyResource(() => import("../members/index-lazy.ts"));
const accountCode = lazyResource(() => import("../account/index.ts"));

interface HeaderProps {
  user: User;
  /** The screen's path: its link is marked as current. `null` for a report's page, which has no link in the header. */
  screenPath?: string | null;
}

/** The header of every screen for members (section 2). On the dashboard the welcome line is the `<h1>`. */
export function Header({ user, screenPath = "/" }: HeaderProps) {
  const isDashboard = screenPath === "/";
  const welcome = (
    <>
      <span className="truncate max-sm:line-clamp-2 max-sm:whitespace-normal max-sm:wrap-anywhere max-sm:text-sm max-sm:leading-tight">{`Welcome, ${user.username}!`}</span>
      {user.isAdmin && <span className="whitespace-pre font-semibold text-flag print:text-inherit"> (Admin)</span>}
    </>
  );
  return (
    <header className="cover">
      <a
        href={isDashboard ? `#${LIST_ID}` : "#main"}
        className="on-cover sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-cover focus:px-4 focus:py-2 focus:font-semibold"
      >
        {isDashboard ? "Skip to the list" : "Skip to the content"}
      </a>
      <div
        data-arrows
        className="relative mx-auto flex max-w-6xl flex-wrap items-center gap-x-0.5 px-3 py-1 sm:px-6 sm:py-1.5 md:gap-x-3"
      >
        <PageLink
          href="/"
          aria-current={isDashboard ? "page" : undefined}
          className="on-cover flex min-h-11 shrink-0 items-center gap-2.5 rounded-md"
        >
          <Logo className="h-9 w-auto" />
          <span className="font-semibold font-serif text-xl max-md:sr-only">{PROJECT.productName}</span>
        </PageLink>
        {isDashboard ? <WelcomeHeading>{welcome}</WelcomeHeading> : <p className={WELCOME_LOOK}>{welcome}</p>}
        {user.isAdmin && (
          <nav aria-label="Admin" className="hidden items-center gap-1 lg:flex print:hidden">
            {ADMIN_SCREENS.map(({ path, name }) => (
              <PageLink
                key={path}
                href={path}
                tabIndex={-1}
                aria-current={screenPath === path ? "page" : undefined}
                className="on-cover inline-flex min-h-10 items-center rounded-md px-3 font-semibold text-sm decoration-2 decoration-flag underline-offset-8 hover:bg-cover-edge aria-[current]:underline"
              >
                <span>{name}</span>
                {path === "/members" && <WaitingBadge className="ml-1.5" />}
              </PageLink>
            ))}
          </nav>
        )}
        <NewsBell />
        <ThemeSwitch tabIndex={-1} />
        <AccountButton user={user} />
        {/* Narrow windows have no link to the members beside it. */}
        {user.isAdmin && (
          <span className="pointer-events-none relative w-0 self-start lg:hidden">
            <WaitingBadge className="absolute top-1 right-1" />
          </span>
        )}
        <LogoutButton />
      </div>
    </header>
  );
}

const WELCOME_LOOK =
  // As wide as '(Admin)' at least: with large text the last buttons have a line of their own.
  "on-cover flex min-w-[5.25rem] flex-1 basis-0 pl-2 text-base max-sm:flex-wrap md:border-cover-line md:border-l md:pl-4";

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
      <span className="max-[28rem]:sr-only">Logout</span>
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
      code={newsPanelCode}
      isOpen={isOpen}
      setIsOpen={isNewsPanelOpen.set}
      badgeCount={unreadCount}
      tabIndex={0}
    >
      {({ NewsPanel }, panelProps) => <NewsPanel {...panelProps} />}
    </PanelButton>
  );
}

/** How many people wait to be let in. Nothing while the code loads, or if it cannot be loaded: it is not worth a notice. */
function WaitingBadge({ className = "" }: { className?: string }) {
  const state = useLazyResource(waitingCountCode);
  return state.kind === "loaded" ? <state.code.WaitingCount className={className} /> : null;
}

function AccountButton({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <PanelButton
      label="My account"
      icon="circle-user-round"
      code={accountCode}
      isOpen={isOpen}
      setIsOpen={setIsOpen}
      tabIndex={-1}
    >
      {({ AccountPanel }, panelProps) => <AccountPanel user={user} membersNote={<WaitingBadge />} {...panelProps} />}
    </PanelButton>
  );
}
