import type { ComponentProps } from "react";
import { reportHref } from "../screens/report-address.ts";

interface ReportLinkProps extends ComponentProps<"a"> {
  /** The report's number or id. */
  reference: string;
}

/** A link to a report's page. `app/home.tsx` follows it without a page load. */
export function ReportLink({ reference, ...rest }: ReportLinkProps) {
  return <a href={reportHref(reference)} data-report={reference} {...rest} />;
}
