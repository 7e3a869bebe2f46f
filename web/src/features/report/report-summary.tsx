import {
  closingText,
  fixTallyText,
  type Issue,
  PRIORITY_LABELS,
  PRIORITY_TERMS,
  STATUS_LABELS,
  turnOf,
} from "@logbook/domain";
import { useAreas } from "../../shared/areas/areas-context.ts";
import { TimeAgo, TimeSince } from "../../shared/time/time-ago.tsx";
import { AdminMark, Badge } from "../../shared/ui/badge.tsx";
import { PRIORITY_LOOKS, STATUS_LOOKS } from "../../shared/ui/looks.ts";
import { ClosingMark } from "../closing/index.ts";

export function ReportBadges({ report }: { report: Issue }) {
  const { type, status, priority, area, assignee } = report;
  const statusBadge = <Badge {...STATUS_LOOKS[status]}>{STATUS_LABELS[status]}</Badge>;
  return (
    <>
      {closingText(report) === null ? (
        statusBadge
      ) : (
        // One element, because a row has one column for it.
        <span className="inline-flex flex-wrap gap-1">
          {statusBadge}
          <ClosingMark report={report} />
        </span>
      )}
      <Badge {...PRIORITY_LOOKS[priority]}>
        <span>
          <span className="card-only max-sm:sr-only">{`${PRIORITY_TERMS[type]}: `}</span>
          <span>{PRIORITY_LABELS[priority]}</span>
        </span>
      </Badge>
      <AreaName id={area} />
      {assignee !== undefined && (
        <span className="text-soft text-xs max-sm:order-1">
          <span>Taken by </span>
          <MemberName>{assignee}</MemberName>
        </span>
      )}
    </>
  );
}

/** The area of a report. If there are areas, each row has a column for it (report-card.css), which may be empty. */
function AreaName({ id }: { id: string }) {
  const areas = useAreas();
  const name = areas.find((area) => area.id === id)?.name;
  if (!name) return areas.length > 0 && <span className="card-area" />;
  return (
    <span className="card-area text-soft text-xs max-sm:order-1">
      <span className="card-only">Area </span>
      <MemberName>{name}</MemberName>
    </span>
  );
}

/** A report's reporter and times. A list of rows hides `card-only`, and the words 'Reported by' and 'Created'. */
export function ReportOrigin({ report }: { report: Issue }) {
  const { reporter, byAdmin, createdAt, updatedAt, editedAt, fixAnswers } = report;
  const turn = turnOf(report);
  return (
    <>
      <span className="card-origin max-sm:order-1">
        <span>Reported by </span>
        <MemberName>{reporter}</MemberName>
      </span>
      {byAdmin && (
        <span className="card-only max-sm:order-1">
          <AdminMark byAdmin />
        </span>
      )}
      {/* In a narrow window the age is in the line of the status, and the time of the update in the next one. */}
      <span className="card-origin max-sm:contents">
        <span className="max-sm:sr-only">Created </span>
        <TimeAgo at={createdAt} />
        <span className="card-only max-sm:order-1">
          <span className="max-sm:sr-only">, </span>
          <span>updated </span>
          <TimeAgo at={updatedAt} />
        </span>
      </span>
      {editedAt !== undefined && (
        <span className="max-sm:order-1">
          <span>Edited </span>
          <TimeAgo at={editedAt} />
        </span>
      )}
      {fixAnswers !== undefined && (
        <span className="card-only max-sm:order-1">{`Fixed? ${fixTallyText(fixAnswers)}`}</span>
      )}
      {turn !== null && (
        <span className="card-only max-sm:order-1">
          <span>{turn.who === "admins" ? "Waiting for admins, " : "Waiting for "}</span>
          {turn.who === "reporter" && (
            <>
              <MemberName>{reporter}</MemberName>
              <span>, </span>
            </>
          )}
          <TimeSince at={turn.since} />
        </span>
      )}
    </>
  );
}

export function MemberName({ children }: { children: string }) {
  return (
    <strong dir="auto" className="wrap-anywhere font-semibold text-ink">
      {children}
    </strong>
  );
}
