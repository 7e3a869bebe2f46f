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
  const isClosed = closingText(report) !== null;
  return (
    <>
      {/* A row has one column for status and closing mark, and shows only the mark if there is one. */}
      <Badge {...STATUS_LOOKS[status]} className={isClosed ? "card-only" : "card-status"}>
        {STATUS_LABELS[status]}
      </Badge>
      {isClosed && (
        <span className="card-status">
          <ClosingMark report={report} />
        </span>
      )}
      <Badge {...PRIORITY_LOOKS[priority]} className="card-priority">
        <span>
          <span className="card-only">{`${PRIORITY_TERMS[type]}: `}</span>
          <span>{PRIORITY_LABELS[priority]}</span>
        </span>
      </Badge>
      <AreaName id={area} />
      {assignee !== undefined && (
        <span className="card-assignee text-soft text-xs">
          <span className="card-only">Taken by </span>
          <MemberName>{assignee}</MemberName>
        </span>
      )}
    </>
  );
}

function AreaName({ id }: { id: string }) {
  const name = useAreas().find((area) => area.id === id)?.name;
  if (!name) return null;
  return (
    <span className="card-area text-soft text-xs">
      <span className="card-only">Area </span>
      <MemberName>{name}</MemberName>
    </span>
  );
}

/** A report's reporter and times. A row hides `card-only`, and shows the time by which the list is sorted. */
export function ReportOrigin({ report }: { report: Issue }) {
  const { reporter, byAdmin, createdAt, updatedAt, editedAt, fixAnswers } = report;
  const turn = turnOf(report);
  return (
    <>
      <span className="card-reporter">
        <span className="card-only">Reported by </span>
        <MemberName>{reporter}</MemberName>
      </span>
      {byAdmin && (
        <span className="card-only">
          <AdminMark byAdmin />
        </span>
      )}
      <span className="card-time">
        <span className="card-only">Created </span>
        <TimeAgo at={createdAt} />
        <span className="card-updated">
          <span className="card-only">, </span>
          <span>updated </span>
          <TimeAgo at={updatedAt} />
        </span>
      </span>
      {editedAt !== undefined && (
        <span className="card-only">
          <span>Edited </span>
          <TimeAgo at={editedAt} />
        </span>
      )}
      {fixAnswers !== undefined && <span className="card-fixed">{`Fixed? ${fixTallyText(fixAnswers)}`}</span>}
      {turn !== null && (
        <span className="card-waiting">
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
