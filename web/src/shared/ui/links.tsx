import type { ComponentProps, MouseEvent } from "react";
import { useNavigate } from "react-router-dom";
import { isPlainClick } from "../browser/is-plain-click.ts";
import { reportHref } from "../screens/report-address.ts";
import { cx } from "./cx.ts";
import { Icon } from "./icon.tsx";
import { ownElement } from "./own-element.tsx";

interface PageLinkProps extends ComponentProps<"a"> {
  href: string;
  /** Called after the address has changed. */
  onFollow?: () => void;
}

/** A link that opens another screen without a page load. If a modifier key is held, the browser opens the link. */
export function PageLink({ href, onClick, onFollow, ...props }: PageLinkProps) {
  const navigate = useNavigate();
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!isPlainClick(event)) return;
    event.preventDefault();
    navigate(href);
    scrollTo(0, 0);
    onFollow?.();
  };
  return <a href={href} onClick={handleClick} {...props} />;
}

interface ReportLinkProps extends ComponentProps<"a"> {
  /** The report's number or id. */
  reference: string;
  /** The HTML id of an entry in the report's timeline. */
  hash?: string;
}

/** A link to a report's page. `app/use-report-links.ts` opens that page without a page load. */
export function ReportLink({ reference, hash, ...props }: ReportLinkProps) {
  const href = reportHref(reference);
  return (
    <a href={hash === undefined ? href : `${href}#${encodeURIComponent(hash)}`} data-report={reference} {...props} />
  );
}

/** A link to another site. It opens a new tab, which gets neither the referrer nor access to this page. */
export function OutsideLink({
  className,
  children,
  ...props
}: Pick<ComponentProps<"a">, "href" | "className" | "children" | "tabIndex">) {
  return (
    <a
      {...props}
      target="_blank"
      rel="noopener noreferrer"
      className={cx(
        "outside-link inline-flex min-h-6 items-center gap-1 font-semibold text-accent underline underline-offset-4",
        className,
      )}
    >
      {ownElement(children)}
      <Icon name="external-link" className="size-3.5 shrink-0" />
    </a>
  );
}
