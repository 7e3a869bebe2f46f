import { type Issue, STATUS_CYCLES, TYPE_LABELS, type User } from "@logbook/domain";
import { type CSSProperties, memo, useId, useLayoutEffect, useRef } from "react";
import { focusNeighbourOf } from "../../shared/paged-list/list-focus.ts";
import { reportReference } from "../../shared/screens/report-address.ts";
import { cx } from "../../shared/ui/cx.ts";
import { TYPE_ICONS } from "../../shared/ui/looks.ts";
import { ReportLink } from "../../shared/ui/report-link.tsx";
import { AdminActions } from "./admin-actions.tsx";
import { Amendments } from "./amendments.tsx";
import { ReportDetails } from "./report-details.tsx";
import { ReportBadges, ReportOrigin } from "./report-summary.tsx";
import { RichText } from "./rich-text.tsx";
import { UnreadMark } from "./unread-mark.tsx";
import { VoteButton } from "./vote-button.tsx";

interface CardProps {
  report: Issue;
  user: User;
  /** Whether all collapsed content is rendered. */
  isPrinting: boolean;
  isDeleted?: boolean | undefined;
}

/**
 * One entry of the logbook (section 2, report card). An entry that was deleted meanwhile stays readable and says so.
 * Memoized: a list renders several times while the next one loads, mostly with the same entries.
 */
export const ReportCard = memo(function ReportCard({ report, user, isPrinting, isDeleted = false }: CardProps) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  // If the card has the focus when it leaves the list, the focus moves to a neighbour.
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      const entry = element?.closest("[data-entry]");
      if (entry?.contains(document.activeElement)) queueMicrotask(focusNeighbourOf(entry));
    };
  }, []);
  const cycle = cycleStyle(report);
  return (
    <article ref={card} className={cx("entry", isDeleted && "bg-sunken")}>
      <div className={cx("entry-margin", cycle && "cycle")} style={cycle}>
        <p
          className={cx(
            "icon-before flex items-center gap-1.5 whitespace-nowrap font-semibold text-sm before:bg-accent",
            `icon-${TYPE_ICONS[report.type]}`,
          )}
        >
          {TYPE_LABELS[report.type]}
        </p>
      </div>
      <div className="entry-body">
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2 sm:flex-nowrap">
          <h3
            id={titleId}
            dir="auto"
            tabIndex={-1}
            className={cx(
              "min-w-0 basis-full font-semibold font-serif text-lg sm:flex-1 sm:basis-auto",
              isDeleted && "text-soft line-through",
            )}
          >
            {isDeleted ? (
              report.title
            ) : (
              <ReportLink reference={reportReference(report)} className="hover:underline">
                {report.title}
              </ReportLink>
            )}
          </h3>
          <p className="flex min-w-0 flex-wrap gap-2 sm:shrink-0">
            <ReportBadges report={report} />
          </p>
        </div>
        <p className="dotted mt-1 flex flex-wrap gap-x-3 text-soft text-sm sm:gap-x-2">
          <UnreadMark id={report.id} />
          {report.number !== null && <span className="tabular-nums">#{report.number}</span>}
          <ReportOrigin report={report} />
        </p>
        <RichText text={report.description} className="entry-text mt-3" />
        <ReportDetails report={report} titleId={titleId} isPrinting={isPrinting}>
          {isDeleted ? (
            <p className="font-semibold text-red text-sm sm:ml-auto">This entry has been deleted</p>
          ) : (
            <>
              <VoteButton report={report} titleId={titleId} />
              <AdminActions report={report} user={user} titleId={titleId} />
            </>
          )}
        </ReportDetails>
        <Amendments report={report} user={user} titleId={titleId} isClosed={isDeleted} isPrinting={isPrinting} />
      </div>
    </article>
  );
});

/** The status's position in its cycle, for the mark below the type. A status outside the cycle has none. */
function cycleStyle({ type, status }: Issue): CSSProperties | undefined {
  const cycle = STATUS_CYCLES[type];
  const index = cycle.indexOf(status);
  return index < 0 ? undefined : ({ "--at": index + 1, "--of": cycle.length } as CSSProperties);
}
