import { SHOW_LABELS, SHOW_OPTIONS, type Show, type User } from "@logbook/domain";
import { isPlainClick } from "../../shared/browser/is-plain-click.ts";
import { TAB_LOOK } from "../../shared/ui/looks.ts";
import type { ListView } from "./list-issues.ts";
import type { ListViewControls } from "./use-list-view.ts";
import { writeView } from "./view.ts";

/** Links to all reports, the user's own and so on, for admins also those that they have taken. Other filters stay. */
export function ViewTabs({ user, view, changeView }: Pick<ListViewControls, "view" | "changeView"> & { user: User }) {
  return (
    // The text of the first tab begins at the left edge of the list, in each line.
    <nav aria-label="Views" className="-ml-2 flex items-center sm:-ml-3">
      {SHOW_OPTIONS.filter((show) => show !== "todo" || user.isAdmin).map((show) => (
        <a
          key={show}
          href={hrefOf(view, show)}
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
