import { MESSAGES } from "@logbook/domain";
import { useScreenHeading } from "../shared/screens/use-screen-heading.ts";
import { Icon } from "../shared/ui/icon.tsx";
import { Logo } from "../shared/ui/logo.tsx";

/** Route `*`: the 404 page (sections 2 and 8). */
export function NotFound() {
  const heading = useScreenHeading("Page not found");
  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <div className="torn-page relative w-full max-w-lg border-rule border-l bg-sheet px-6 pt-14 pb-20 pl-16 before:absolute before:inset-y-0 before:left-8 before:border-margin before:border-l-3 before:border-double before:content-[''] sm:pl-24">
        <Logo className="mb-6 h-12" />
        <p className="font-semibold font-serif text-accent text-lg">404</p>
        <h1 ref={heading} tabIndex={-1} className="mt-1 font-semibold font-serif text-2xl sm:text-3xl">
          {MESSAGES.notFoundPage}
        </h1>
        <p className="mt-3 text-soft">This leaf was never bound into the logbook, or somebody tore it out.</p>
        <a
          href="/"
          className="mt-6 inline-flex min-h-11 items-center gap-2 rounded-md bg-accent px-4 font-semibold text-on-accent hover:bg-accent-strong"
        >
          <Icon name="arrow-left" className="size-4" />
          <span>{MESSAGES.returnHome}</span>
        </a>
      </div>
    </main>
  );
}
