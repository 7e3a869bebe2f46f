import type { ReactNode } from "react";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";

/** A link to another site. It opens a new tab, which gets neither the referrer nor access to this page. */
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
      <Icon name="external-link" className="size-3.5 shrink-0" />
    </a>
  );
}
