import type { ComponentProps } from "react";
import { NEWS_PARAMETER } from "../screens/report-address.ts";

/** The HTML id of an entry of What's new. */
export const newsAnchor = (entryId: string): string => `news-${entryId}`;

/** A link to What's new, or to an entry there. `app/use-report-links.ts` opens it without a page load. */
export function NewsLink({ entryId, ...props }: ComponentProps<"a"> & { entryId?: string }) {
  const hash = entryId === undefined ? "" : `#${newsAnchor(entryId)}`;
  return <a href={`/?${NEWS_PARAMETER}${hash}`} data-news="" {...props} />;
}
