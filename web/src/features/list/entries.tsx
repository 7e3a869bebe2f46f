import type { Issue, User } from "@logbook/domain";
import { useEffect } from "react";
import { focusPendingEntry } from "../../shared/paged-list/list-focus.ts";
import { ReportCard, usePrinting } from "../report/index.ts";

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
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each render of other entries
  useEffect(focusPendingEntry, [issues]);
  return (
    <ol className="divide-y divide-rule">
      {issues.map((issue) => (
        <li key={issue.id} data-entry={issue.id}>
          <ReportCard report={issue} user={user} isPrinting={printing} isDeleted={deleted?.has(issue.id)} />
        </li>
      ))}
    </ol>
  );
}
