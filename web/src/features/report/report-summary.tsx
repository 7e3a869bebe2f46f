import { closingText, type Issue, PRIORITY_LABELS, PRIORITY_TERMS, STATUS_LABELS, turnOf } from "@logbook/domain";
import { TimeAgo, TimeSince } from "../../shared/time/time-ago.tsx";
import { AdminMark, Badge } from "../../shared/ui/badge.tsx";
import { PRIORITY_LOOKS, STATUS_LOOKS } from "../../shared/ui/looks.ts";
import { ClosingMark } from "../closing/index.ts";

export function ReportBadges({ report }: { report: Issue }) {
  const { type, status, priority, assignee } = report;
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
          <span className="card-only">{`${PRIORITY_TERMS[type]}: `}</span>
          <span>{PRIORITY_LABELS[priority]}</span>
        </span>
      </Badge>
      {assignee !== undefined && (
        <span className="text-soft text-xs">
          <span>Taken by </span>
          <MemberName>{assignee}</MemberName>
        </span>
      )}
    </>
  );
}

/** A report's reporter and times. A list of rows hides `card-only`, and the words 'Reported by' and 'Created'. */
export function ReportOrigin({ report }: { report: Issue }) {
  const { reporter, byAdmin, createdAt, updatedAt, editedAt } = report;
  const turn = turnOf(report);
  return (
    <>
      <span className="card-origin">
        <span>Reported by </span>
        <MemberName>{reporter}</MemberName>
      </span>
      {byAdmin && (
        <span className="card-only">
          <AdminMark byAdmin />
        </span>
      )}
      <span className="card-origin">
        <span>Created </span>
        <TimeAgo at={createdAt} />
        <span className="card-only">
          <span>, updated </span>
          <TimeAgo at={updatedAt} />
        </span>
      </span>
      {editedAt !== undefined && (
        <span>
          <span>Edited </span>
          <TimeAgo at={editedAt} />
        </span>
      )}
      {turn !== null && (
        <span className="card-only">
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
