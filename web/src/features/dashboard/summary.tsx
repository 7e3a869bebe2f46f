import { formatCount, type Stats } from "@logbook/domain";
import type { ReactNode } from "react";
import { PROJECT } from "../../shared/config/project.ts";
import { focusListHeading } from "../../shared/paged-list/list-focus.ts";
import { Card } from "../../shared/ui/card.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import type { IconName } from "../../shared/ui/icon-names.ts";
import { OutsideLink, PageLink } from "../../shared/ui/links.tsx";
import { useLayoutChoice } from "../list/index.ts";

/** The three cards of section 2, as three columns of one card. `stats` is `undefined` until a list has loaded. */
export function Summary({ stats, hasFailed }: { stats: Stats | undefined; hasFailed: boolean }) {
  const [isFolded, setIsFolded] = useLayoutChoice("summary-folded");
  const [, setFiltersFolded] = useLayoutChoice("filters-folded");
  // `undefined` shows a skeleton while the counts load.
  const missingText = hasFailed ? "–" : undefined;
  const countText = (key: keyof Stats) => (stats ? formatCount(stats[key]) : missingText);
  return (
    <Card
      className={
        "relative grid sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1.15fr] summary-folded:flex summary-folded:flex-wrap summary-folded:gap-x-2.5 " +
        "summary-folded:pr-11 summary-folded:pl-3 sm:summary-folded:gap-x-6 sm:summary-folded:py-1 sm:summary-folded:pl-5"
      }
    >
      <button
        type="button"
        className="icon-before icon-chevron-down absolute top-0 right-1 z-10 grid h-9 max-h-full w-11 place-items-center text-accent aria-expanded:before:rotate-180 print:hidden"
        aria-expanded={!isFolded}
        aria-label="Summary"
        data-tooltip={isFolded ? "Show the summary" : "Fold the summary"}
        onClick={() => {
          setIsFolded(!isFolded);
          // Folding the filters has an effect on phones only, where the list should begin near the top.
          if (!isFolded) setFiltersFolded(true);
        }}
      />
      <div className={`${COLUMN_LOOK} justify-start pr-11 lg:pr-2 sm:max-lg:col-span-2 summary-folded:hidden`}>
        <h2 className={HEADING_LOOK}>Project Information</h2>
        <OutsideLink href={PROJECT.devSiteUrl} className="text-sm">
          {PROJECT.devSiteLabel}
        </OutsideLink>
        <dl className="basis-full">
          <ProjectLine term="Current project">{PROJECT.projectName}</ProjectLine>
          <ProjectLine term="Deadline">{PROJECT.deadline}</ProjectLine>
        </dl>
      </div>
      <div className={`${COLUMN_LOOK} justify-between border-t lg:border-t-0 lg:border-l`}>
        <h2 className={HEADING_LOOK}>Reports</h2>
        <dl className={COUNTS_LOOK}>
          <Count term="Bugs" value={countText("bugs")} query="type=bug" icon="bug" isByType />
          <Count term="Features" value={countText("features")} query="type=feature" icon="lightbulb" isByType />
          <Count term="Total" value={countText("total")} query="" isTotal />
        </dl>
      </div>
      <div className={`${COLUMN_LOOK} justify-between border-t sm:border-l lg:border-t-0`}>
        <h2 className={HEADING_LOOK}>Status</h2>
        <dl className={COUNTS_LOOK}>
          {STATUS_COUNTS.map(({ group, ...look }) => (
            <Count key={group} value={countText(group)} query={`status=${group}`} {...look} />
          ))}
        </dl>
      </div>
    </Card>
  );
}

const STATUS_COUNTS = [
  { group: "open", term: "Open", icon: "circle-dot", tone: "text-blue" },
  { group: "inProgress", term: "In Progress", icon: "circle-dot-dashed", tone: "text-amber" },
  { group: "closed", term: "Closed", icon: "circle-check", tone: "text-green" },
] as const;

const COLUMN_LOOK =
  "flex flex-wrap items-baseline gap-x-4 border-rule px-3 py-1 sm:px-5 sm:py-1 summary-folded:border-0 summary-folded:p-0 sm:summary-folded:p-0";
const HEADING_LOOK = "font-semibold font-serif sm:text-lg summary-folded:hidden";
const COUNTS_LOOK =
  "flex flex-wrap gap-x-3 sm:basis-full sm:gap-x-6 summary-folded:gap-x-2.5 sm:summary-folded:basis-auto sm:summary-folded:gap-x-6";

function ProjectLine({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2 text-sm leading-snug">
      <dt className="min-w-28 text-soft">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

interface CountProps {
  term: string;
  value: string | undefined;
  query: string;
  icon?: IconName;
  tone?: string;
  isTotal?: boolean;
  /** Whether the number counts the reports of one type. The folded summary leaves such numbers out on a phone. */
  isByType?: boolean;
}

/** A number of reports, as a link to the list of these reports, whose address has this `query`. */
function Count({ term, value, query, icon, tone = "text-soft", isTotal, isByType }: CountProps) {
  const look = isTotal
    ? "border-line border-b-3 border-double"
    : "underline decoration-1 decoration-dotted decoration-line underline-offset-4";
  return (
    <div
      className={cx(
        "relative flex flex-row-reverse items-baseline gap-1 hover:text-accent sm:gap-1.5",
        isByType && "max-sm:summary-folded:hidden",
      )}
    >
      <dt className="flex items-center gap-1 text-soft text-xs">
        {icon && <Icon name={icon} className={`size-3.5 max-sm:hidden ${tone}`} />}
        <span>{term}</span>
      </dt>
      <dd className="font-semibold font-serif text-lg tabular-nums sm:text-xl max-sm:summary-folded:text-base">
        {value === undefined ? (
          <span className="skeleton inline-block h-5 w-8" />
        ) : (
          // The link covers the number and its term.
          <PageLink
            href={query === "" ? "/" : `/?${query}`}
            aria-label={`${value} ${term}, show them`}
            className={`after:absolute after:-inset-1 ${look}`}
            onFollow={focusListHeading}
          >
            {value}
          </PageLink>
        )}
      </dd>
    </div>
  );
}
