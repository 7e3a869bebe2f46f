import { ALL, SHOW_LABELS, SHOW_OPTIONS, type Show, type User } from "@logbook/domain";
import { isPlainClick } from "../../shared/browser/is-plain-click.ts";
import { TAB_LOOK } from "../../shared/ui/looks.ts";
import type { ListView } from "./list-issues.ts";
import type { ListViewControls } from "./use-list-view.ts";
import { writeView } from "./view.ts";

/** Links to all reports, the user's own and so on, for admins also those that they have taken. Other filters stay. */
export function ViewTabs({ user, view, changeView }: Pick<ListViewControls, "view" | "changeView"> & { user: User }) {
  const shows = SHOW_OPTIONS.filter((show) => show !== "todo" || user.isAdmin);
  // The tab that is a stop of Tab; the arrow keys reach the others. An address may have a tab that the user has not.
  const stop = shows.find((show) => show === view.filters.show) ?? ALL;
  return (
    // The text of the first tab begins at the left edge of the list, in each line.
    <nav aria-label="Views" className="-ml-2 flex items-center sm:-ml-3">
      {shows.map((show) => (
        <a
          key={show}
          href={hrefOf(view, show)}
          tabIndex={show === stop ? 0 : -1}
          aria-current={view.filters.show === show ? "page" : undefined}
          className={TAB_LOOK}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            changeView({ show });
          }}
        >
          {SHOW_LABELS[show]}
        </a>
      ))}
    </nav>
  );
}

function hrefOf(view: ListView, show: Show): string {
  const query = writeView({ ...view, page: 1, filters: { ...view.filters, show } }).toString();
  return query === "" ? "/" : `/?${query}`;
}
