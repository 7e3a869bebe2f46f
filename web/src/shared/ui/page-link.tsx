import type { ComponentProps, MouseEvent } from "react";
import { useNavigate } from "react-router-dom";
import { isPlainClick } from "../browser/is-plain-click.ts";

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
