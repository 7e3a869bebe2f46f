import {
  type Issue,
  PRIORITY_LABELS,
  PRIORITY_TERMS,
  STATUS_CYCLES,
  STATUS_LABELS,
  TYPE_LABELS,
  type User,
} from "@logbook/domain";
import { type CSSProperties, memo, useId, useLayoutEffect, useRef } from "react";
import { focusNeighbourOf } from "../../shared/paged-list/list-focus.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { PRIORITY_LOOKS, STATUS_LOOKS, TYPE_ICONS } from "../../shared/ui/looks.ts";
import { AdminActions } from "./admin-actions.tsx";
import { Amendments } from "./amendments.tsx";
import { IssueDetails } from "./issue-details.tsx";
import { RichText } from "./rich-text.tsx";

interface CardProps {
  issue: Issue;
  user: User;
  /** Everything folded away is to be there. */
  printing: boolean;
  deleted?: boolean | undefined;
}

/**
 * One entry of the logbook (section 2, report card); one that was `deleted` meanwhile stays to be read, and says so.
 * Remembered: a list is drawn several times while the next one comes, mostly with the same entries.
 */
export const IssueCard = memo(function IssueCard({ issue, user, printing, deleted = false }: CardProps) {
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  // A card that leaves the list with the focus in it hands it on.
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      const entry = element?.closest("[data-entry]");
      if (entry?.contains(document.activeElement)) queueMicrotask(focusNeighbourOf(entry));
    };
  }, []);
  const cycle = cycleOf(issue);
  return (
    <article ref={card} className={cx("entry", deleted && "bg-sunken")}>
      <div className={cx("entry-margin", cycle && "cycle")} style={cycle}>
        <p
          className={cx(
            "icon-before flex items-center gap-1.5 whitespace-nowrap font-semibold text-sm before:bg-accent",
            `icon-${TYPE_ICONS[issue.type]}`,
          )}
        >
          {TYPE_LABELS[issue.type]}
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
              deleted && "text-soft line-through",
            )}
          >
            {issue.title}
          </h3>
          <p className="flex min-w-0 flex-wrap gap-2 sm:shrink-0">
            <Badge {...STATUS_LOOKS[issue.status]}>{STATUS_LABELS[issue.status]}</Badge>
            <Badge {...PRIORITY_LOOKS[issue.priority]}>
              {PRIORITY_TERMS[issue.type]}: {PRIORITY_LABELS[issue.priority]}
            </Badge>
          </p>
        </div>
        <p className="dotted mt-1 flex flex-wrap gap-x-3 text-soft text-sm sm:gap-x-2">
          <span>
            Reported by{" "}
            <strong dir="auto" className="font-semibold text-ink">
              {issue.reporter}
            </strong>
          </span>
          <span>
            Created <TimeAgo at={issue.createdAt} />
          </span>
          <span>
            Updated <TimeAgo at={issue.updatedAt} />
          </span>
        </p>
        <RichText text={issue.description} className="entry-text mt-3" />
        <IssueDetails issue={issue} titleId={titleId} printing={printing}>
          {deleted ? (
            <p className="font-semibold text-red text-sm sm:ml-auto">This entry has been deleted</p>
          ) : (
            <AdminActions issue={issue} user={user} titleId={titleId} />
          )}
        </IssueDetails>
        <Amendments issue={issue} user={user} titleId={titleId} closed={deleted} printing={printing} />
      </div>
    </article>
  );
});

/** How far along its cycle the report is, if it is in it, for the mark below its type; the status' word stands elsewhere. */
function cycleOf({ type, status }: Issue): CSSProperties | undefined {
  const cycle = STATUS_CYCLES[type];
  const at = cycle.indexOf(status);
  return at < 0 ? undefined : ({ "--at": at + 1, "--of": cycle.length } as CSSProperties);
}
