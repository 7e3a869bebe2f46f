import type { ReactNode } from "react";
import { PROJECT } from "../../shared/config/project.ts";
import { useScreenHeading } from "../../shared/screens/use-screen-heading.ts";
import { ThemeSwitch } from "../../shared/theme/theme-switch.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { Logo } from "../../shared/ui/logo.tsx";
import { ownElement } from "../../shared/ui/own-element.tsx";

/** A screen with one card, for people who are not let in yet or set a new password. */
export function LoneCard({ title, children }: { title: string; children: ReactNode }) {
  const heading = useScreenHeading(title);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="cover">
        <div className="mx-auto flex max-w-6xl items-center gap-2.5 px-3 py-1.5 sm:px-6 sm:py-3">
          <Logo className="h-9 w-auto" />
          <span className="mr-auto font-semibold font-serif text-xl">{PROJECT.productName}</span>
          <ThemeSwitch />
        </div>
      </header>
      <main id="main" className="ruled-paper flex flex-1 flex-col items-center px-4 py-10 sm:justify-center">
        <Card className="w-full max-w-md p-6 sm:p-8">
          <h1 ref={heading} tabIndex={-1} className="font-semibold font-serif text-2xl">
            {title}
          </h1>
          {ownElement(children)}
        </Card>
      </main>
    </div>
  );
}
