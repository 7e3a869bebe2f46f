import { PROJECT } from "../../shared/config/project.ts";
import { useScreenHeading } from "../../shared/screens/use-screen-heading.ts";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { Logo } from "../../shared/ui/logo.tsx";
import { SignInCard } from "./sign-in-card.tsx";

export interface LoggedOutProps {
  /** Starts to load the code of the dashboard, because the user probably signs in soon. */
  preload: () => void;
}

/** The logged-out page (section 2): a panel that looks like a book's cover, and the sign-in card. */
export function LoggedOut({ preload }: LoggedOutProps) {
  const heading = useScreenHeading("Members only");
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:grid-rows-1">
      <header
        className={`cover ${COVER_BORDER} relative flex flex-col px-6 pt-6 pb-10 sm:px-10 lg:justify-between lg:p-16`}
      >
        <div className="flex items-center gap-3">
          <Logo className="mr-auto h-10 shrink-0" />
          <span className="flex-1 font-semibold font-serif text-xl max-[16rem]:sr-only">{PROJECT.productName}</span>
          <ThemeSwitch />
        </div>
        <div className="mt-8 lg:my-16">
          <h1 ref={heading} tabIndex={-1} className="on-cover max-w-lg font-semibold font-serif text-2xl sm:text-3xl">
            This logbook is for members only
          </h1>
          <p className="mt-4 max-w-md text-cover-soft">
            Members write down what is broken and what is missing, and follow each entry until it is done.
          </p>
        </div>
        <dl className="mt-8 grid w-fit max-w-full rounded-[2px] bg-[#f4f0e1] px-[min(1.5rem,7.5vw)] py-3 font-serif text-[#16241d] text-[length:var(--text-lg)] outline outline-[#14382f] -outline-offset-7 lg:mt-0">
          <LabelLine term="Current project">{PROJECT.projectName}</LabelLine>
          <LabelLine term="Deadline">{PROJECT.deadline}</LabelLine>
        </dl>
      </header>
      <main className="ruled-paper flex flex-col items-center px-4 py-10 sm:px-10 lg:justify-center">
        <SignInCard preload={preload} />
      </main>
    </div>
  );
}

const COVER_BORDER =
  "border-b-4 before:pointer-events-none before:absolute before:inset-3 before:rounded-[2px] before:border before:border-cover-line before:opacity-55 before:content-[''] lg:border-flag lg:border-r-6 lg:border-b-0 lg:before:inset-7";

/** A line of the paper label on the cover. The label looks the same in both themes. */
function LabelLine({ term, children }: { term: string; children: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-[#b9c3ad] py-1.5 not-first:border-t">
      <dt className="font-sans text-[#4b5a52] text-[length:var(--text-sm)]">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}
