import { STATUS_LABELS, type WireSimilarReport } from "@logbook/domain";
import { reportReference } from "../../shared/screens/report-address.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { ReportLink } from "../../shared/ui/links.tsx";
import { STATUS_LOOKS } from "../../shared/ui/looks.ts";

const PINNED_HEADING_ID = "pinned-heading";

/** Links to the known problems that admins have pinned above the list. */
export function PinnedReports({ reports }: { reports: readonly WireSimilarReport[] }) {
  return (
    <nav aria-labelledby={PINNED_HEADING_ID} className="mt-2 max-sm:mb-2 sm:mt-4 print:hidden">
      <h3 id={PINNED_HEADING_ID} className="font-semibold text-soft text-xs">
        Pinned
      </h3>
      <ul className="divide-y divide-rule border-accent border-l-2 pl-3 text-sm">
        {reports.map((report) => (
          <li key={report.id} className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 py-1.5">
            <ReportLink
              reference={reportReference(report)}
              dir="auto"
              className="min-h-6 min-w-0 wrap-anywhere font-semibold hover:underline"
            >
              {report.title}
            </ReportLink>
            <Badge {...STATUS_LOOKS[report.status]}>{STATUS_LABELS[report.status]}</Badge>
          </li>
        ))}
      </ul>
    </nav>
  );
}
