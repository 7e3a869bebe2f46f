import type { ComponentProps, MouseEvent } from "react";
import { useNavigate } from "react-router-dom";

/** A link to another screen, without a page load. With a modifier key, the browser follows it as usual. */
export function PageLink({ href, onClick, ...rest }: ComponentProps<"a"> & { href: string }) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(href);
    scrollTo(0, 0);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
