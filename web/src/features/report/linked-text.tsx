import { STATUS_LABELS } from "@logbook/domain";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Fragment, useMemo } from "react";
import { reportPageQuery } from "../../shared/api/read-report-page.ts";
import { failureOf } from "../../shared/api/result.ts";
import { ReportLink } from "../../shared/ui/report-link.tsx";
import { splitLinks } from "./links.ts";

const LINK = "font-medium text-accent underline underline-offset-2";

/**
 * A text with its addresses and mentions of reports as links. Each link sets its own direction, so that a bidi mark
 * before the link cannot reverse it.
 */
export function LinkedText({ text }: { text: string }) {
  const parts = useMemo(() => splitLinks(text), [text]);
  return parts.map(({ key, text: part, href, reportNumber }) =>
    reportNumber !== null ? (
      <Mention key={key} number={reportNumber} />
    ) : href === null ? (
      <Fragment key={key}>{part}</Fragment>
    ) : (
      <a
        key={key}
        href={href}
        dir="ltr"
        target={/^mailto:/i.test(href) ? undefined : "_blank"}
        rel="noopener noreferrer"
        className={LINK}
      >
        {part}
      </a>
    ),
  );
}

/** A link to a report. On hover and focus, its title and status are loaded for the tooltip. */
function Mention({ number }: { number: string }) {
  const client = useQueryClient();
  const query = reportPageQuery(number);
  const { data, error } = useQuery({ ...query, enabled: false });
  const load = () => void client.prefetchQuery({ ...query, staleTime: 5_000 });
  let tooltip = `Report #${number}`;
  if (data) tooltip = `${data.issue.title} · ${STATUS_LABELS[data.issue.status]}`;
  if (failureOf(error)?.code === "not-found") tooltip = `There is no report #${number}`;
  return (
    <ReportLink
      reference={number}
      dir="ltr"
      data-tooltip={tooltip}
      className={LINK}
      onPointerEnter={load}
      onFocus={load}
    >
      #{number}
    </ReportLink>
  );
}
