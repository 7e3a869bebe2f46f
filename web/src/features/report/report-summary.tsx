import { type Issue, PRIORITY_LABELS, PRIORITY_TERMS, STATUS_LABELS } from "@logbook/domain";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { AdminMark, Badge } from "../../shared/ui/badge.tsx";
import { PRIORITY_LOOKS, STATUS_LOOKS } from "../../shared/ui/looks.ts";

export function ReportBadges({ report: { type, status, priority, assignee } }: { report: Issue }) {
  return (
    <>
      <Badge {...STATUS_LOOKS[status]}>{STATUS_LABELS[status]}</Badge>
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
export function ReportOrigin({ report: { reporter, byAdmin, createdAt, updatedAt, editedAt } }: { report: Issue }) {
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
      </span>
      <span className="card-only">
        <span>Updated </span>
        <TimeAgo at={updatedAt} />
      </span>
      {editedAt !== undefined && (
        <span>
          <span>Edited </span>
          <TimeAgo at={editedAt} />
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
