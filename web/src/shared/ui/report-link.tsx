import type { ComponentProps } from "react";
import { reportHref } from "../screens/report-address.ts";

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
