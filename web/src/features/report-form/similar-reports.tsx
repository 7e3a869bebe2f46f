import { isBlank, LIMITS, STATUS_LABELS, toPlainText, type WireSimilarReport } from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState } from "react";
import { useWatch } from "react-hook-form";
import { reportReference } from "../../shared/screens/report-address.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { ReportLink } from "../../shared/ui/links.tsx";
import { STATUS_LOOKS } from "../../shared/ui/looks.ts";
import { useVote, useVotedIds } from "../votes/index.ts";
import { similarReportsQuery } from "./api.ts";
import type { FieldProps } from "./report-fields.tsx";

// A shorter title says too little to find similar reports.
const MIN_TITLE_LENGTH = 5;
const SIMILAR_REPORTS_DEBOUNCE_MS = 150;

/** Reports with a title similar to the typed one. Users can vote for one of these reports and discard theirs. */
export function SimilarReports({ form, isLocked, onDiscard }: FieldProps & { onDiscard: () => void }) {
  const similarReports = useSimilarReports(useWatch({ control: form.control, name: "title" }));
  const votedIds = useVotedIds();
  const votedNames = similarReports.filter(({ id }) => votedIds.has(id)).map(shortName);
  const hasResults = similarReports.length > 0;
  const headingId = useId();
  return (
    // Render the status without results, too: screen readers announce only changes. `contents` then leaves no gap.
    <div className={hasResults ? "sm:col-span-2" : "contents"}>
      <p role="status" className="sr-only">
        {resultText(similarReports.length)}
      </p>
      {hasResults && (
        <section aria-labelledby={headingId} className="rounded-md border border-rule bg-sunken px-3 pt-3 pb-1 sm:px-4">
          <h3 id={headingId} className="font-semibold text-sm">
            Is it one of these?
          </h3>
          <p className="text-soft text-xs">
            Your vote counts as much as another report. If none of them matches, continue with your report.
          </p>
          <ul className="mt-1 divide-y divide-rule">
            {similarReports.map((report) => (
              <SimilarReport key={report.id} report={report} />
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

/** The reports with a title similar to the typed one, once it is long enough and nothing was typed for a moment. */
function useSimilarReports(typedTitle: string): readonly WireSimilarReport[] {
  const plainTitle = toPlainText(typedTitle).trim().slice(0, LIMITS.titleLength);
  const title = plainTitle.length >= MIN_TITLE_LENGTH && !isBlank(plainTitle) ? plainTitle : "";
  const [debouncedTitle, setDebouncedTitle] = useState(title);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedTitle(title), SIMILAR_REPORTS_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [title]);
  const { data } = useQuery({ ...similarReportsQuery(debouncedTitle), enabled: debouncedTitle !== "" });
  // Without a title there are no similar reports, but the disabled query still returns those of the last title.
  return title === "" || debouncedTitle === "" ? [] : (data ?? []);
}

function resultText(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "1 similar report found." : `${count} similar reports found.`;
}

const shortName = ({ number, title }: WireSimilarReport): string => (number === null ? `“${title}”` : `#${number}`);

function SimilarReport({ report }: { report: WireSimilarReport }) {
  const { number, title, status, votes } = report;
  const { hasVoted, toggle } = useVote(report, `You voted for ${shortName(report)}.`);
  const linkId = useId();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 py-2">
      <p className="wrap-anywhere min-w-0 flex-1 basis-full text-sm leading-snug sm:basis-0">
        <ReportLink id={linkId} reference={reportReference(report)} className="font-semibold text-accent underline">
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
