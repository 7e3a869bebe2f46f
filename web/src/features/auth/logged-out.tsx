import { PROJECT } from "../../shared/config/project.ts";
import { useScreen } from "../../shared/screens/use-screen.ts";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { Logo } from "../../shared/ui/logo.tsx";
import { type LoggedOutProps, SignInCard } from "./sign-in-card.tsx";

/** The logged-out page: the closed book's cover with the notice, and the card to sign in (section 2). */
export function LoggedOut({ preload }: LoggedOutProps) {
  const heading = useScreen("Members only");
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:grid-rows-1">
      <header className="cover embossed relative flex flex-col px-6 pt-6 pb-10 sm:px-10 lg:justify-between lg:p-16">
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
        <dl className="plate mt-8 lg:mt-0">
          <div>
            <dt>Current project</dt>
            <dd>{PROJECT.projectName}</dd>
          </div>
          <div>
            <dt>Deadline</dt>
            <dd>{PROJECT.deadline}</dd>
          </div>
        </dl>
      </header>
      <main className="ruled-paper flex flex-col items-center px-4 py-10 sm:px-10 lg:justify-center">
        <SignInCard preload={preload} />
      </main>
    </div>
  );
}
