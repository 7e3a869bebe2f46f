import { STATUS_LABELS, type WireSimilarReport } from "@logbook/domain";
import { reportReference } from "../../shared/screens/report-address.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { ReportLink } from "../../shared/ui/links.tsx";
import { STATUS_LOOKS } from "../../shared/ui/looks.ts";

/** Links to the known problems that admins have pinned above the list. */
export function PinnedReports({ reports }: { reports: readonly WireSimilarReport[] }) {
  return (
    <nav aria-label="Pinned" className="mt-2 sm:mt-4 print:hidden">
      <ul className="divide-y divide-rule border-accent border-l-2 pl-3 text-sm">
        {reports.map((report) => (
          <li key={report.id} className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5 py-1.5">
            <span className="text-soft text-xs">Pinned</span>
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
