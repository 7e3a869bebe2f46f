import { STATUS_LABELS, type WireSimilarReport } from "@logbook/domain";
import { useEffect, useId, useRef } from "react";
import { reportReference } from "../../shared/screens/report-address.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { ReportLink } from "../../shared/ui/links.tsx";
import { STATUS_LOOKS } from "../../shared/ui/looks.ts";
import { showBelowField } from "../../shared/ui/show-below-field.ts";
import { useVote, useVotedIds } from "../votes/index.ts";

interface SuggestedReportsProps {
  heading: string;
  hint: string;
  /** What screen readers announce; `""` without reports. */
  status: string;
  reports: readonly WireSimilarReport[];
  /** Whether the form is being sent. */
  isLocked: boolean;
  onDiscard: () => void;
}

/** Reports that may be about the same thing. Users can vote for one of these reports and discard theirs. */
export function SuggestedReports({ heading, hint, status, reports, isLocked, onDiscard }: SuggestedReportsProps) {
  const votedIds = useVotedIds();
  const votedNames = reports.filter(({ id }) => votedIds.has(id)).map(shortName);
  const hasResults = reports.length > 0;
  const headingId = useId();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (reports.length === 0) return;
    const show = () => section.current && showBelowField(section.current);
    show();
    // The keyboard may open only now.
    window.visualViewport?.addEventListener("resize", show);
    return () => window.visualViewport?.removeEventListener("resize", show);
  }, [reports]);
  return (
    // Render the status without results, too: screen readers announce only changes. `contents` then leaves no gap.
    <div className={hasResults ? "sm:col-span-2" : "contents"}>
      <p role="status" className="sr-only">
        {status}
      </p>
      {hasResults && (
        <section
          ref={section}
          aria-labelledby={headingId}
          className="rounded-md border border-rule bg-sunken px-3 pt-3 pb-1 sm:px-4"
        >
          <h3 id={headingId} className="font-semibold text-sm">
            {heading}
          </h3>
          <p className="text-soft text-xs">{hint}</p>
          <ul data-arrows="list" className="mt-1 divide-y divide-rule">
            {reports.map((report, index) => (
              <SuggestedReport key={report.id} report={report} isStop={index === 0} />
            ))}
          </ul>
          {votedNames.length > 0 && (
            <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-rule border-t py-2 text-sm">
              <span>{`You voted for ${votedNames.join(" and ")}. There is no need to send your report.`}</span>
              <Button variant="ghost" size="sm" busy={isLocked} onClick={onDiscard}>
                Close without sending
              </Button>
            </p>
          )}
        </section>
      )}
    </div>
  );
}

const shortName = ({ number, title }: WireSimilarReport): string => (number === null ? `“${title}”` : `#${number}`);

/** `isStop`: whether Tab stops at its link. The arrow keys reach the others, so that the description is near the title. */
function SuggestedReport({ report, isStop }: { report: WireSimilarReport; isStop: boolean }) {
  const { number, title, status, votes } = report;
  const { hasVoted, toggle } = useVote(report, `You voted for ${shortName(report)}.`);
  const linkId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2">
      <p className="wrap-anywhere min-w-0 flex-1 basis-full text-sm leading-snug sm:basis-0">
        <ReportLink
          id={linkId}
          reference={reportReference(report)}
          tabIndex={isStop ? 0 : -1}
          className="font-semibold text-accent underline"
        >
          {number !== null && <span className="tabular-nums">{`#${number} `}</span>}
          <bdi>{title}</bdi>
        </ReportLink>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-soft text-xs">
        <Badge {...STATUS_LOOKS[status]}>{STATUS_LABELS[status]}</Badge>
        <span className="tabular-nums">{votes === 1 ? "1 vote" : `${votes} votes`}</span>
      </p>
      <Button
        variant={hasVoted ? "soft" : "secondary"}
        size="sm"
        tabIndex={-1}
        className="icon-before icon-arrow-up ml-auto"
        aria-pressed={hasVoted}
        aria-describedby={linkId}
        onClick={toggle}
      >
        {hasVoted ? "Voted" : "This is mine too"}
      </Button>
    </li>
  );
}
