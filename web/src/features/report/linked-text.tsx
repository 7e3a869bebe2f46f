import { STATUS_LABELS } from "@logbook/domain";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { failureOf } from "../../shared/api/result.ts";
import { ReportLink } from "../../shared/ui/links.tsx";
import { splitLinks } from "./links.ts";
import { reportPageQuery } from "./report-queries.ts";

const LINK_CLASSES = "font-medium text-accent underline underline-offset-2";

/**
 * A text whose addresses and mentions of reports are links. Each link sets its own direction, so that a bidi mark (an
 * invisible character that sets the direction of text) before the link cannot reverse the link's text.
 */
export function LinkedText({ text }: { text: string }) {
  const parts = useMemo(() => splitLinks(text), [text]);
  return parts.map((part) => {
    const { key, href, reportNumber } = part;
    if (reportNumber !== null) return <Mention key={key} number={reportNumber} />;
    if (href === null) return <span key={key}>{part.text}</span>;
    const target = /^mailto:/i.test(href) ? undefined : "_blank";
    return (
      <a key={key} href={href} dir="ltr" target={target} rel="noopener noreferrer" className={LINK_CLASSES}>
        {part.text}
      </a>
    );
  });
}

/** A link to a report. On hover and focus, the report's title and status are loaded for the tooltip. */
function Mention({ number }: { number: string }) {
  const client = useQueryClient();
  const query = reportPageQuery(number);
  // This query requests nothing: it reads what `loadTooltip` or a visit of the report's page has loaded.
  const { data, error } = useQuery({ ...query, enabled: false });
  // Data that is younger than 5 seconds is not loaded again.
  const loadTooltip = () => void client.prefetchQuery({ ...query, staleTime: 5_000 });
  let tooltip = `Report #${number}`;
  if (data) tooltip = `${data.issue.title} · ${STATUS_LABELS[data.issue.status]}`;
  if (failureOf(error)?.code === "not-found") tooltip = `There is no report #${number}`;
  return (
    <ReportLink
      reference={number}
      dir="ltr"
      data-tooltip={tooltip}
      className={LINK_CLASSES}
      onPointerEnter={loadTooltip}
      onFocus={loadTooltip}
    >
      {`#${number}`}
    </ReportLink>
  );
}
