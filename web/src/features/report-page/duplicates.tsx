import { STATUS_LABELS, type WireDuplicate } from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { reportReference } from "../../shared/screens/report-address.ts";
import { UNREACHABLE } from "../../shared/texts.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button, RetryButton } from "../../shared/ui/button.tsx";
import { ReportLink } from "../../shared/ui/links.tsx";
import { STATUS_LOOKS } from "../../shared/ui/looks.ts";
import { AmendmentList, MemberName } from "../report/index.ts";
import { readIssue } from "../report/index-lazy.ts";

/** The duplicates of a report. Their amendments can be read in place. */
export function Duplicates({ duplicates }: { duplicates: readonly WireDuplicate[] }) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className="mt-7">
      <h2 id={headingId} className="font-semibold font-serif text-xl">
        Duplicates
      </h2>
      <p className="mt-1 text-soft text-sm">
        Each member who votes for or follows one of these reports or this one counts once above.
      </p>
      <ul className="mt-2 divide-y divide-rule border-rule border-y">
        {duplicates.map((duplicate) => (
          <Duplicate key={duplicate.id} duplicate={duplicate} />
        ))}
      </ul>
    </section>
  );
}

function Duplicate({ duplicate }: { duplicate: WireDuplicate }) {
  const { number, title, status, votes, user, createdAt, amendments } = duplicate;
  const [isOpen, setIsOpen] = useState(false);
  const [linkId, amendmentsId] = [useId(), useId()];
  const amendmentsText = amendments === 1 ? "1 amendment" : `${amendments} amendments`;
  return (
    <li className="py-2.5">
      <p className="wrap-anywhere">
        <ReportLink id={linkId} reference={reportReference(duplicate)} className="font-semibold text-accent underline">
          {number !== null && <span className="tabular-nums">{`#${number} `}</span>}
          <bdi>{title}</bdi>
        </ReportLink>
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-soft text-sm">
        <Badge {...STATUS_LOOKS[status]}>{STATUS_LABELS[status]}</Badge>
        <span>
          <span>Reported by </span>
          <MemberName>{user.username}</MemberName>
          <span> </span>
          <TimeAgo at={createdAt} />
        </span>
        <span className="tabular-nums">{votes === 1 ? "1 vote" : `${votes} votes`}</span>
        {amendments > 0 && (
          <Button
            size="sm"
            variant="ghost"
            className="print:hidden"
            aria-expanded={isOpen}
            aria-controls={amendmentsId}
            aria-describedby={linkId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {`${isOpen ? "Hide" : "Show"} ${amendmentsText}`}
          </Button>
        )}
      </p>
      <div id={amendmentsId} className="empty:hidden">
        {isOpen && <AmendmentsOf duplicate={duplicate} />}
      </div>
    </li>
  );
}

function AmendmentsOf({ duplicate: { id, amendments } }: { duplicate: WireDuplicate }) {
  const { data, error, isFetching, refetch } = useQuery({
    // The key begins with `report`, so that `reloadIssues` loads them again; another number of them does, too.
    queryKey: ["report", id, "amendments", amendments],
    queryFn: ({ signal }) => unwrap(readIssue(id, signal)),
    meta: { failure: "Failed to load a report:" },
  });
  if (data !== undefined) return <AmendmentList amendments={data.amendments} report={data} />;
  if (error === null) return <p className="mt-1 text-soft text-sm">Loading…</p>;
  return (
    <p role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-sm">
      <span>{`The amendments could not be loaded. ${failureText(error, UNREACHABLE)}`}</span>
      <RetryButton subject="loading the amendments" busy={isFetching} onClick={() => void refetch()} />
    </p>
  );
}
