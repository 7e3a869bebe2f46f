import type { WireSimilarReport } from "@logbook/domain";
import { ReportLine } from "./report-line.tsx";

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
          <ReportLine key={report.id} report={report} />
        ))}
      </ul>
    </nav>
  );
}
