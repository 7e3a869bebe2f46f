import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { ExternalLink } from "./icons.tsx";

/** A link out of the logbook, in a tab of its own that learns nothing of where it came from. */
export function OutsideLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={cx(
        "outside-link inline-flex min-h-6 items-center gap-1 font-semibold text-accent underline underline-offset-4",
        className,
      )}
    >
      {children}
      <ExternalLink aria-hidden="true" className="size-3.5 shrink-0" />
    </a>
  );
}
