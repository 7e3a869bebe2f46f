import type { Issue } from "@logbook/domain";
import { reportReference } from "../../shared/screens/report-address.ts";
import { cx } from "../../shared/ui/cx.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { ReportLink } from "../../shared/ui/links.tsx";

/** Leads from a duplicate to its target; nothing for other reports. */
export function DuplicateBanner({ report: { duplicateOf }, className }: { report: Issue; className?: string }) {
  if (duplicateOf === undefined) return null;
  const { number, title } = duplicateOf;
  return (
    <div className={cx("flex gap-2 rounded-md border-accent border-l-4 bg-accent-soft px-3 py-2 text-sm", className)}>
      <Icon name="info" className="mt-0.5 size-5 shrink-0 text-accent" />
      <p className="wrap-anywhere min-w-0 leading-6">
        <span>This is a duplicate of </span>
        <ReportLink
          reference={reportReference({ number: null, ...duplicateOf })}
          className="font-semibold text-accent-strong underline"
        >
          {number != null && <span className="tabular-nums">{`#${number} `}</span>}
          <bdi>{title ?? "another report"}</bdi>
        </ReportLink>
        <span>. Votes count there too, and its news reach everybody who follows this report.</span>
      </p>
    </div>
  );
}
