import { type Issue, PRIORITY_LABELS, PRIORITY_TERMS, STATUS_LABELS } from "@logbook/domain";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { AdminMark } from "../../shared/ui/admin-mark.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { PRIORITY_LOOKS, STATUS_LOOKS } from "../../shared/ui/looks.ts";

/** A report's status and priority. */
export function ReportBadges({ report: { type, status, priority } }: { report: Issue }) {
  return (
    <>
      <Badge {...STATUS_LOOKS[status]}>{STATUS_LABELS[status]}</Badge>
      <Badge {...PRIORITY_LOOKS[priority]}>
        {PRIORITY_TERMS[type]}: {PRIORITY_LABELS[priority]}
      </Badge>
    </>
  );
}

/** A report's reporter and times, for a line whose parts are separated by dots. */
export function ReportOrigin({ report: { reporter, byAdmin, createdAt, updatedAt, editedAt } }: { report: Issue }) {
  return (
    <>
      <span>
        Reported by{" "}
        <strong dir="auto" className="font-semibold text-ink">
          {reporter}
        </strong>
      </span>
      {byAdmin && (
        <span>
          <AdminMark byAdmin />
        </span>
      )}
      <span>
        Created <TimeAgo at={createdAt} />
      </span>
      <span>
        Updated <TimeAgo at={updatedAt} />
      </span>
      {editedAt !== undefined && (
        <span>
          Edited <TimeAgo at={editedAt} />
        </span>
      )}
    </>
  );
}
