import type { Issue, User } from "@logbook/domain";
import { useEffect } from "react";
import { focusPendingEntry } from "../../shared/paged-list/list-focus.ts";
import { IssueCard, usePrinting } from "../report/index.ts";

/** Report cards, one below the other; those in `deleted` say so. */
export function Entries({
  issues,
  deleted,
  user,
}: {
  issues: readonly Issue[];
  deleted: ReadonlySet<string> | undefined;
  user: User;
}) {
  const printing = usePrinting();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time other entries are drawn
  useEffect(focusPendingEntry, [issues]);
  return (
    <ol className="divide-y divide-rule">
      {issues.map((issue) => (
        <li key={issue.id} data-entry={issue.id}>
          <IssueCard issue={issue} user={user} printing={printing} deleted={deleted?.has(issue.id)} />
        </li>
      ))}
    </ol>
  );
}
