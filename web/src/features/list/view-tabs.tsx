import { ALL, formatCount, SHOW_LABELS, SHOW_OPTIONS, type Show, type TabCounts, type User } from "@logbook/domain";
import { isPlainClick } from "../../shared/browser/is-plain-click.ts";
import { CURRENT_TAB_TEXT_LOOK, TAB_LOOK } from "../../shared/ui/looks.ts";
import type { ListView } from "./list-issues.ts";
import type { ListViewControls } from "./use-list-view.ts";
import { applyChanges, writeView } from "./view.ts";

type ViewTabsProps = Pick<ListViewControls, "view" | "changeView"> & {
  user: User;
  /** `undefined` until a list has loaded. */
  counts: TabCounts | undefined;
};

/** Links to all reports, the user's own and so on, each with the number of its reports. Other filters stay. */
export function ViewTabs({ user, view, changeView, counts = {} }: ViewTabsProps) {
  const current = view.filters.show;
  const isOffered = (show: Show): boolean => {
    if (show === "todo") return user.isAdmin;
    // Comes and goes only with a click on a tab, and comes last, so that no tab moves under the pointer.
    return show !== "mine-unanswered" || current === "mine" || current === "unanswered" || current === show;
  };
  const shows = SHOW_OPTIONS.filter(isOffered);
  // The tab that is a stop of Tab; the arrow keys reach the others. An address may have a tab that the user has not.
  const stop = shows.find((show) => show === current) ?? ALL;
  return (
    // The text of the first tab begins at the left edge of the list, in each line.
    <nav aria-label="Views" className="-ml-2 flex items-center sm:-ml-3">
      {shows.map((show) => {
        const count = counts[show];
        return (
          <a
            key={show}
            href={hrefOf(view, show)}
            tabIndex={show === stop ? 0 : -1}
            aria-current={current === show ? "page" : undefined}
            // Not part of the name, by which people find the tab whatever it counts.
            aria-description={count === undefined ? undefined : countText(count)}
            className={TAB_LOOK}
            onClick={(event) => {
              if (!isPlainClick(event)) return;
              event.preventDefault();
              // On a phone the tab may be cut off at the edge of the line.
              event.currentTarget.scrollIntoView({ block: "nearest", inline: "nearest" });
              changeView({ show });
            }}
          >
            <span className={current === show ? CURRENT_TAB_TEXT_LOOK : undefined}>{SHOW_LABELS[show]}</span>
            {count !== undefined && (
              <span aria-hidden="true" className="ml-1 font-normal text-xs tabular-nums">
                {formatCount(count)}
              </span>
            )}
          </a>
        );
      })}
    </nav>
  );
}

function hrefOf(view: ListView, show: Show): string {
  const query = writeView(applyChanges(view, { show })).toString();
  return query === "" ? "/" : `/?${query}`;
}

const countText = (count: number): string => (count === 1 ? "1 entry" : `${formatCount(count)} entries`);
