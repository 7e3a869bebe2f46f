import { ALL, SHOW_LABELS, SHOW_OPTIONS, type Show, type User } from "@logbook/domain";
import { isPlainClick } from "../../shared/browser/is-plain-click.ts";
import { cx } from "../../shared/ui/cx.ts";
import { TAB_LOOK } from "../../shared/ui/looks.ts";
import type { ListView } from "./list-issues.ts";
import type { ListViewControls } from "./use-list-view.ts";
import { writeView } from "./view.ts";

/** Links to all reports, the user's own and so on, for admins also those that they have taken. Other filters stay. */
export function ViewTabs({ user, view, changeView }: Pick<ListViewControls, "view" | "changeView"> & { user: User }) {
  return (
    <nav aria-label="Views" className="flex flex-wrap items-center">
      {SHOW_OPTIONS.filter((show) => show !== "todo" || user.isAdmin).map((show) => (
        <a
          key={show}
          href={hrefOf(view, show)}
          aria-current={view.filters.show === show ? "page" : undefined}
          // The text of the first tab begins at the left edge of the list.
          className={cx(TAB_LOOK, show === ALL && "-ml-3")}
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
