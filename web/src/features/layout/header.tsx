import type { User } from "@logbook/domain";
import { useId, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { PROJECT } from "../../shared/config/project.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { ADMIN_SCREENS } from "../../shared/screens/screens.ts";
import { useScreen } from "../../shared/screens/use-screen.ts";
import { signOut } from "../../shared/session/store.ts";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { Logo } from "../../shared/ui/logo.tsx";
import { PageLink } from "../../shared/ui/page-link.tsx";

const panelCode = lazyResource(() => import("../account/index.ts"));

/** The header of every member screen (section 2); `at` is its path. On the dashboard the welcome line is the `<h1>`. */
export function Header({ user, at = "/" }: { user: User; at?: string }) {
  return (
    <header className="cover">
      <a
        href="#main"
        className="on-cover sr-only focus:not-sr-only focus:absolute focus:z-50 focus:m-2 focus:rounded-md focus:bg-cover focus:px-4 focus:py-2 focus:font-semibold"
      >
        Skip to the content
      </a>
      <div className="relative mx-auto flex max-w-6xl flex-wrap items-center gap-x-0.5 px-3 py-1.5 sm:px-6 sm:py-3 md:flex-nowrap md:gap-x-4">
        <PageLink
          href="/"
          aria-current={at === "/" ? "page" : undefined}
          className="on-cover mr-auto flex min-h-11 items-center gap-2.5 rounded-md md:mr-0"
        >
          <Logo className="h-9 w-auto" />
          <span className="font-semibold font-serif text-xl max-[24rem]:sr-only">{PROJECT.productName}</span>
        </PageLink>
        {at === "/" ? <WelcomeHeading user={user} /> : <p className={WELCOME}>{welcomeText(user)}</p>}
        {user.isAdmin && (
          <nav aria-label="Admin" className="hidden items-center gap-1 lg:flex print:hidden">
            {ADMIN_SCREENS.map(({ path, name }) => (
              <PageLink
                key={path}
                href={path}
                aria-current={at === path ? "page" : undefined}
                className="on-cover inline-flex min-h-10 items-center rounded-md px-3 font-semibold text-sm decoration-2 decoration-flag underline-offset-8 hover:bg-cover-edge aria-[current]:underline"
              >
                {name}
              </PageLink>
            ))}
          </nav>
        )}
        <ThemeSwitch />
        <Account user={user} />
        <LogoutButton />
      </div>
    </header>
  );
}

const WELCOME =
  "on-cover order-last flex w-full min-w-0 pb-1 text-base md:order-none md:w-auto md:flex-1 md:border-cover-line md:border-l md:py-0 md:pl-4";

function WelcomeHeading({ user }: { user: User }) {
  const heading = useScreen(PROJECT.projectName);
  return (
    <h1 ref={heading} tabIndex={-1} className={WELCOME}>
      {welcomeText(user)}
    </h1>
  );
}

const welcomeText = (user: User) => (
  <>
    <span className="truncate">Welcome, {user.username}!</span>
    {user.isAdmin && <span className="whitespace-pre font-semibold text-flag print:text-inherit"> (Admin)</span>}
  </>
);

function LogoutButton() {
  const navigate = useNavigate();
  const leave = () => {
    signOut();
    // The next user must not start with this user's filters and page.
    navigate("/");
  };
  return (
    <button
      type="button"
      className="on-cover inline-flex min-h-11 items-center gap-2 rounded-md border border-cover-line px-3 font-semibold text-sm motion-safe:transition-colors hover:bg-cover-edge sm:min-h-10"
      onClick={leave}
    >
      <Icon name="log-out" className="size-4" />
      Logout
    </button>
  );
}

/** The account button and its panel. The panel's code loads at the first click. */
function Account({ user }: { user: User }) {
  const [isOpen, setIsOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const toggle = () => {
    setWasOpened(true);
    setIsOpen(!isOpen);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label="My account"
        data-tooltip="My account"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        className="on-cover inline-grid size-11 shrink-0 place-items-center rounded-md motion-safe:transition-colors hover:bg-cover-edge sm:size-10"
        onClick={toggle}
      >
        <Icon name="circle-user-round" className="size-5" />
      </button>
      {wasOpened && (
        <LazyPart
          code={panelCode}
          className={
            isOpen ? "absolute top-15 right-4 left-4 z-40 shadow-raised sm:right-6 sm:left-auto sm:w-96" : "hidden"
          }
        >
          {({ AccountPanel }) => (
            <AccountPanel id={id} user={user} open={isOpen} close={() => setIsOpen(false)} opener={button.current} />
          )}
        </LazyPart>
      )}
    </>
  );
}
