import { STATUS_LABELS, type WireSimilarReport } from "@logbook/domain";
import { reportReference } from "../../shared/screens/report-address.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { ReportLink } from "../../shared/ui/links.tsx";
import { STATUS_LOOKS } from "../../shared/ui/looks.ts";

/** A report in a list of links: its title, which leads to its page, and its status. */
export function ReportLine({ report }: { report: WireSimilarReport }) {
  return (
    <li className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 py-1.5">
      <ReportLink
        reference={reportReference(report)}
        dir="auto"
        className="min-h-6 min-w-0 wrap-anywhere font-semibold hover:underline"
      >
        {report.title}
      </ReportLink>
      <Badge {...STATUS_LOOKS[report.status]}>{STATUS_LABELS[report.status]}</Badge>
    </li>
  );
}
