import type { ComponentProps, MouseEvent } from "react";

/** Props of `PageLink`: those of `<a>`. `navigate` changes the screen without a page load; absent until the router is there. */
export interface PageLinkProps extends ComponentProps<"a"> {
  href: string;
  navigate?: ((href: string) => void) | undefined;
}

/** A link to another screen. Without `navigate` or with a modifier key, the browser follows it as usual. */
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
