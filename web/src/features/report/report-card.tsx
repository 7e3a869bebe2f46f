import { fixTallyText, type Issue, STATUS_CYCLES, TYPE_LABELS, type User } from "@logbook/domain";
import { type CSSProperties, memo, useId, useState } from "react";
import { prepareNeighbourFocus } from "../../shared/paged-list/list-focus.ts";
import { reportReference } from "../../shared/screens/report-address.ts";
import { CopyLinkButton } from "../../shared/ui/copy-link-button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { ReportLink } from "../../shared/ui/links.tsx";
import { TYPE_ICONS } from "../../shared/ui/looks.ts";
import { useIsJustCreated } from "../after-write/index.ts";
import { FollowButton, useIsUnread } from "../news/index.ts";
import { SelectBox } from "../selection/index.ts";
import { FixQuestion, SightingButton, VoteButton } from "../votes/index.ts";
import { AdminActions, AdminsOnlyNote } from "./admin-actions.tsx";
import { AmendmentForm } from "./amendment-form.tsx";
import { Amendments } from "./amendments.tsx";
import { ReportDetails } from "./report-details.tsx";
import { ReportBadges, ReportOrigin } from "./report-summary.tsx";
import { RichText } from "./rich-text.tsx";

interface CardProps {
  report: Issue;
  user: User;
  isPrinting: boolean;
  isDeleted?: boolean | undefined;
}

/**
 * The card of a report (section 2). A card whose report was deleted meanwhile stays readable and says so. The component
 * is memoized, because the list renders several times with the same reports while its next page loads.
 */
export const ReportCard = memo(function ReportCard({ report, user, isPrinting, isDeleted = false }: CardProps) {
  const titleId = useId();
  // In the layout of rows, a card is one line until its button opens the whole card.
  const [isOpen, setIsOpen] = useState(false);
  const cycleBars = cycleBarsStyle(report);
  const isJustCreated = useIsJustCreated(report.id);
  return (
    <article
      ref={focusNeighbourOnRemoval}
      className={cx("report-card", user.isAdmin && "for-admin", isDeleted && "bg-sunken")}
      data-open={isOpen || undefined}
    >
      {user.isAdmin && !isDeleted && <SelectBox report={report} titleId={titleId} />}
      <h3
        id={titleId}
        dir="auto"
        tabIndex={-1}
        className={cx("font-semibold font-serif text-[1.125rem] leading-[1.3]", isDeleted && "text-soft line-through")}
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
        className="card-toggle icon-before icon-chevron-down"
        aria-label="Whole card"
        aria-expanded={isOpen}
        aria-describedby={titleId}
        data-tooltip={isOpen ? "Show the row only" : "Show the whole card"}
        onClick={() => setIsOpen(!isOpen)}
      />
      <p className="card-meta flex flex-wrap items-center gap-x-2 text-soft text-xs">
        <UnreadMark id={report.id} />
        <span
          className={cx(
            "card-type icon-before inline-flex flex-wrap items-center gap-1.5 whitespace-nowrap font-semibold text-ink",
            `icon-${TYPE_ICONS[report.type]}`,
            cycleBars && "cycle",
          )}
          style={cycleBars}
        >
          {TYPE_LABELS[report.type] + (report.number === null ? "" : ` #${report.number}`)}
        </span>
        <ReportBadges report={report} />
        <ReportOrigin report={report} />
        {report.attachments.length > 0 && (
          <span className="card-files card-only icon-before icon-paperclip inline-flex items-center gap-1 before:size-3.5">
            <span>{report.attachments.length}</span>
            <span className="sr-only">{report.attachments.length === 1 ? " attachment" : " attachments"}</span>
          </span>
        )}
        <RowCounts report={report} />
        {!user.isAdmin && !isDeleted && <AdminsOnlyNote />}
      </p>
      {user.isAdmin && !isDeleted && <AdminActions report={report} user={user} titleId={titleId} />}
      <RichText text={report.description} className="card-text cut-text" />
      <Amendments report={report} user={user} isDeleted={isDeleted} isPrinting={isPrinting} />
      {!isDeleted && <FixQuestion report={report} user={user} titleId={titleId} />}
      <ReportDetails report={report} user={isDeleted ? undefined : user} titleId={titleId} isPrinting={isPrinting}>
        {isDeleted ? (
          <p className="font-semibold text-red text-sm">This entry has been deleted</p>
        ) : (
          <>
            <VoteButton report={report} titleId={titleId} />
            <FollowButton report={report} titleId={titleId} />
            <SightingButton report={report} titleId={titleId} />
            {isJustCreated && <CopyLinkButton report={report} variant="ghost" />}
          </>
        )}
      </ReportDetails>
      <AmendmentForm report={report} user={user} titleId={titleId} isDeleted={isDeleted} className="card-form" />
    </article>
  );
});

/** A ref. If the card is removed with the focus inside, the focus moves to a neighbour in the list. */
function focusNeighbourOnRemoval(card: HTMLElement | null) {
  return () => {
    const listItem = card?.closest("[data-card]");
    // `prepareNeighbourFocus` finds the neighbour now; the microtask focuses it once the card has left the page.
    if (listItem?.contains(document.activeElement)) queueMicrotask(prepareNeighbourFocus(listItem));
  };
}

/** A dot on the card of a followed report that others have changed since the user saw the report. */
function UnreadMark({ id }: { id: string }) {
  if (!useIsUnread(id)) return null;
  return (
    <span className="card-unread">
      <span aria-hidden="true" className="inline-block size-2 rounded-full bg-accent" />
      <span className="sr-only">Unread</span>
    </span>
  );
}

/** The number of amendments, shown in rows only. Its tooltip also says how many see the bug too, and for whom it is fixed. */
function RowCounts({ report: { sightings, fixAnswers, amendments } }: { report: Issue }) {
  const amendmentsText = amendments.length === 1 ? "1 amendment" : `${amendments.length} amendments`;
  const sightingsText = sightings && `${sightings.members} ${sightings.members === 1 ? "sees" : "see"} it too`;
  const fixText = fixAnswers && `fixed: ${fixTallyText(fixAnswers)}`;
  if (amendments.length === 0) return null;
  const text = [amendmentsText, sightingsText, fixText].filter(Boolean).join(", ");
  return (
    <span
      role="img"
      className="card-counts icon-before icon-message-square hidden"
      data-counts={amendments.length}
      aria-label={text}
      data-tooltip={text}
    />
  );
}

/** The CSS variables of the bars that show how far the status is in its cycle; `undefined` outside the cycle. */
function cycleBarsStyle({ type, status }: Issue): CSSProperties | undefined {
  const cycle = STATUS_CYCLES[type];
  const index = cycle.indexOf(status);
  return index < 0 ? undefined : ({ "--at": index + 1, "--of": cycle.length } as CSSProperties);
}
