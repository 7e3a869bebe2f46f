import { type Issue, STATUS_CYCLES, TYPE_LABELS, type User } from "@logbook/domain";
import { type CSSProperties, memo, useId, useLayoutEffect, useRef, useState } from "react";
import { useIsJustCreated } from "../../shared/api/just-created.ts";
import { focusNeighbourOf } from "../../shared/paged-list/list-focus.ts";
import { reportReference } from "../../shared/screens/report-address.ts";
import { CopyLinkButton } from "../../shared/ui/copy-link-button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { TYPE_ICONS } from "../../shared/ui/looks.ts";
import { ReportLink } from "../../shared/ui/report-link.tsx";
import { AdminActions, OnlyAdmins } from "./admin-actions.tsx";
import { AmendmentForm } from "./amendment-form.tsx";
import { Amendments } from "./amendments.tsx";
import { ReportDetails } from "./report-details.tsx";
import { ReportBadges, ReportOrigin } from "./report-summary.tsx";
import { RichText } from "./rich-text.tsx";
import { UnreadMark } from "./unread-mark.tsx";
import { useVotes } from "./use-vote.ts";
import { VoteButton } from "./vote-button.tsx";

interface CardProps {
  report: Issue;
  user: User;
  /** Whether all collapsed content is rendered. */
  isPrinting: boolean;
  isDeleted?: boolean | undefined;
}

/**
 * The card of a report (section 2). If the report was deleted meanwhile, the card stays readable and says so. Memoized,
 * because the list renders several times with mostly the same reports while its next page loads.
 */
export const ReportCard = memo(function ReportCard({ report, user, isPrinting, isDeleted = false }: CardProps) {
  const titleId = useId();
  // Used in the layout of rows only, where a button opens the whole card.
  const [isOpen, setIsOpen] = useState(false);
  const card = useRef<HTMLElement>(null);
  // If the card has the focus when it leaves the list, the focus moves to a neighbour.
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      const item = element?.closest("[data-card]");
      if (item?.contains(document.activeElement)) queueMicrotask(focusNeighbourOf(item));
    };
  }, []);
  const cycle = cycleStyle(report);
  const isNew = useIsJustCreated(report.id);
  return (
    <article
      ref={card}
      className={cx("report-card rows:relative rows:pr-11", user.isAdmin && "for-admin", isDeleted && "bg-sunken")}
      data-open={isOpen || undefined}
    >
      <h3
        id={titleId}
        dir="auto"
        tabIndex={-1}
        className={cx("font-semibold font-serif text-lg", isDeleted && "text-soft line-through")}
      >
        {isDeleted ? (
          report.title
        ) : (
          <ReportLink reference={reportReference(report)} className="hover:underline">
            {report.title}
          </ReportLink>
        )}
      </h3>
      <button
        type="button"
        className="card-toggle icon-before icon-chevron-down hidden rows:absolute rows:top-0.5 rows:right-1 rows:grid rows:size-9 rows:place-items-center rows:text-accent rows:aria-expanded:before:rotate-180"
        aria-label="Whole card"
        aria-expanded={isOpen}
        aria-describedby={titleId}
        data-tooltip={isOpen ? "Show the row only" : "Show the whole card"}
        onClick={() => setIsOpen(!isOpen)}
      />
      <p className="card-meta mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-soft text-sm">
        <UnreadMark id={report.id} />
        <span
          className={cx(
            "card-type icon-before inline-flex flex-wrap items-center gap-1.5 whitespace-nowrap font-semibold text-ink",
            `icon-${TYPE_ICONS[report.type]}`,
            cycle && "cycle",
          )}
          style={cycle}
        >
          {TYPE_LABELS[report.type]}
          {report.number !== null && ` #${report.number}`}
        </span>
        <ReportBadges report={report} />
        <ReportOrigin report={report} />
        <RowCounts report={report} />
        {!user.isAdmin && !isDeleted && <OnlyAdmins />}
      </p>
      {user.isAdmin && !isDeleted && <AdminActions report={report} user={user} titleId={titleId} />}
      <RichText text={report.description} className="card-text" />
      <Amendments report={report} user={user} isClosed={isDeleted} isPrinting={isPrinting} />
      <ReportDetails
        report={report}
        titleId={titleId}
        isPrinting={isPrinting}
        form={
          <AmendmentForm
            report={report}
            user={user}
            titleId={titleId}
            isClosed={isDeleted}
            // A text box alone is only as wide as its longest word.
            className="min-w-0 flex-[1_1_16rem]"
          />
        }
      >
        {isDeleted ? (
          <p className="font-semibold text-red text-sm">This entry has been deleted</p>
        ) : (
          <>
            <VoteButton report={report} titleId={titleId} />
            {isNew && <CopyLinkButton report={report} variant="ghost" />}
          </>
        )}
      </ReportDetails>
    </article>
  );
});

/** The numbers of votes and amendments. The stylesheet shows them in the layout of rows only. */
function RowCounts({ report: { id, votes, amendments } }: { report: Issue }) {
  const hasVoted = useVotes().has(id);
  const votesText = (votes === 1 ? "1 vote" : `${votes} votes`) + (hasVoted ? " (with yours)" : "");
  const amendmentsText = amendments.length === 1 ? "1 amendment" : `${amendments.length} amendments`;
  const counts = [votes > 0 && votesText, amendments.length > 0 && amendmentsText].filter(Boolean);
  return counts.length > 0 && <span className="card-counts hidden" data-counts={counts.join(", ")} />;
}

/** The status's position in its cycle, for the bars beside the type; `undefined` for a status outside the cycle. */
function cycleStyle({ type, status }: Issue): CSSProperties | undefined {
  const cycle = STATUS_CYCLES[type];
  const index = cycle.indexOf(status);
  return index < 0 ? undefined : ({ "--at": index + 1, "--of": cycle.length } as CSSProperties);
}
