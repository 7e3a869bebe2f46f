import { STATUS_LABELS, type WireEntry, type WireLinkedReport } from "@logbook/domain";
import type { ReactNode } from "react";
import { reportReference } from "../../shared/screens/report-address.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { ReportLink } from "../../shared/ui/links.tsx";
import { STATUS_LOOKS } from "../../shared/ui/looks.ts";
import { newsAnchor } from "../../shared/ui/news-link.tsx";
import { MemberName, RichText } from "../report/index.ts";

/** An entry with its links to reports; `acts` are an admin's buttons. */
export function EntryItem({ entry, acts }: { entry: WireEntry; acts: ReactNode }) {
  const { id, title, text, reports, by, publishedAt, editedAt, savedAt } = entry;
  return (
    <li id={newsAnchor(id)} tabIndex={-1} className="px-4 py-5 focus-visible:-outline-offset-2 sm:px-6">
      <h2 dir="auto" className="break-words font-semibold font-serif text-xl">
        {title}
      </h2>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-soft text-sm">
        {publishedAt === null && <Badge tone="amber">Draft</Badge>}
        <MemberName>{by}</MemberName>
        <TimeAgo at={publishedAt ?? savedAt} />
        {editedAt !== undefined && <span>edited</span>}
      </p>
      <RichText text={text} className="mt-3 break-words" />
      {reports.length > 0 && (
        <ul aria-label="Reports" className="mt-3 grid gap-1 border-accent border-l-2 pl-3 text-sm">
          {reports.map((link) => (
            <li key={link.number} className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
              <LinkedReport link={link} />
            </li>
          ))}
        </ul>
      )}
      {acts}
    </li>
  );
}

function LinkedReport({ link: { number, report } }: { link: WireLinkedReport }) {
  if (report === undefined) return <span className="text-soft">{`#${number}, which is deleted`}</span>;
  return (
    <>
      <ReportLink reference={reportReference(report)} className="min-h-6 min-w-0 font-semibold hover:underline">
        <span className="whitespace-pre text-soft tabular-nums">{`#${number} `}</span>
        <bdi className="wrap-anywhere">{report.title}</bdi>
      </ReportLink>
      <Badge {...STATUS_LOOKS[report.status]}>{STATUS_LABELS[report.status]}</Badge>
    </>
  );
}
