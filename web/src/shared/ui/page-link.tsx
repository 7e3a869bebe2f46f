import type { ComponentProps, MouseEvent } from "react";

/** Props of `PageLink`: those of `<a>`; `navigate` leads to `href` without loading the page anew, where that can be done yet. */
export interface PageLinkProps extends ComponentProps<"a"> {
  href: string;
  navigate?: ((href: string) => void) | undefined;
}

/** A link to another screen of the page; without `navigate`, and into another tab, it is like any link. */
export function PageLink({ href, navigate, onClick, ...rest }: PageLinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!isPlain || navigate === undefined) return;
    event.preventDefault();
    navigate(href);
  };
  return <a href={href} onClick={follow} {...rest} />;
}
