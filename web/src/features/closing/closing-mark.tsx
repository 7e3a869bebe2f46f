import { closingText, type Issue } from "@logbook/domain";
import { reportReference } from "../../shared/screens/report-address.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { ReportLink } from "../../shared/ui/links.tsx";

/** What stands beside the status of a closed report. That of a duplicate leads to its target. */
export function ClosingMark({ report }: { report: Issue }) {
  const text = closingText(report);
  if (text === null) return null;
  const { duplicateOf } = report;
  return (
    <Badge tone="accent">
      {duplicateOf === undefined ? (
        text
      ) : (
        <ReportLink reference={reportReference({ number: null, ...duplicateOf })} className="underline">
          {text}
        </ReportLink>
      )}
    </Badge>
  );
}
