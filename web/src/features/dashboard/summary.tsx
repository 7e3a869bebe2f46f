import { formatCount, type Stats } from "@logbook/domain";
import type { ReactNode } from "react";
import { PROJECT } from "../../shared/config/project.ts";
import { focusListHeading } from "../../shared/paged-list/list-focus.ts";
import { Card } from "../../shared/ui/card.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import type { IconName } from "../../shared/ui/icon-names.ts";
import { OutsideLink } from "../../shared/ui/outside-link.tsx";
import { PageLink } from "../../shared/ui/page-link.tsx";

/** The three cards (section 2), as one sheet with three columns. `stats` are `undefined` until the first list has loaded. */
export function Summary({ stats, hasFailed }: { stats: Stats | undefined; hasFailed: boolean }) {
  const count = (key: keyof Stats) => (stats ? formatCount(stats[key]) : hasFailed ? "–" : undefined);
  return (
    <Card className="overflow-hidden">
      <div className="grid grid-cols-1 gap-px bg-rule sm:grid-cols-2 lg:grid-cols-3">
        <Column title="Project Information" className="sm:max-lg:col-span-2">
          <dl className="grid gap-1">
            <Line term="Current project">{PROJECT.projectName}</Line>
            <Line term="Deadline">{PROJECT.deadline}</Line>
          </dl>
          <OutsideLink href={PROJECT.devSiteUrl} className="mt-2 text-sm">
            {PROJECT.devSiteLabel}
          </OutsideLink>
        </Column>
        <Column title="Reports">
          <dl className={COUNTS}>
            <Count term="Bugs" value={count("bugs")} filter="type=bug" icon="bug" />
            <Count term="Features" value={count("features")} filter="type=feature" icon="lightbulb" />
            <Count term="Total" value={count("total")} filter="" isSum />
          </dl>
        </Column>
        <Column title="Status">
          <dl className={COUNTS}>
            <Count term="Open" value={count("open")} filter="status=open" icon="circle-dot" tone="text-blue" />
            <Count
              term="In Progress"
              value={count("inProgress")}
              filter="status=inProgress"
              icon="circle-dot-dashed"
              tone="text-amber"
            />
            <Count term="Closed" value={count("closed")} filter="status=closed" icon="circle-check" tone="text-green" />
          </dl>
        </Column>
      </div>
    </Card>
  );
}

// Three columns, fewer if large text would overlap.
const COUNTS = "grid grid-cols-[repeat(auto-fit,minmax(min(100%,4.5rem),1fr))] gap-3";

function Column({ title, className = "", children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div className={`bg-sheet px-5 py-4 ${className}`}>
      <h2 className="mb-2 font-semibold font-serif text-lg">{title}</h2>
      {children}
    </div>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <dt className="flex flex-1 items-baseline gap-2 text-soft text-sm after:flex-1 after:-translate-y-1 after:border-line after:border-b after:border-dotted after:content-['']">
        {term}
      </dt>
      <dd className="ml-auto font-semibold text-sm">{children}</dd>
    </div>
  );
}

interface CountProps {
  term: string;
  value: string | undefined;
  /** The address of the reports that it counts, after `/?`. */
  filter: string;
  icon?: IconName;
  tone?: string;
  /** Underlined twice, like a total in a ledger. */
  isSum?: boolean;
}

/** A number, as a link to the reports that it counts. */
function Count({ term, value, filter, icon, tone = "text-soft", isSum = false }: CountProps) {
  const look = `inline-block min-w-[1ch] font-semibold font-serif text-2xl tabular-nums ${isSum ? "border-line border-b-3 border-double" : ""}`;
  return (
    <div className="relative flex flex-col-reverse justify-end hover:text-accent">
      <dt className="mt-1 flex items-center gap-1 text-soft text-xs">
        {icon && <Icon name={icon} className={`size-3.5 shrink-0 ${tone}`} />}
        {term}
      </dt>
      <dd>
        {value === undefined ? (
          <span className={look}>
            <span className="skeleton inline-block h-5 w-8" />
          </span>
        ) : (
          // The link covers the whole count.
          <PageLink
            href={filter === "" ? "/" : `/?${filter}`}
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
