import type { Issue, User } from "@logbook/domain";
import { useEffect } from "react";
import { focusPendingCard } from "../../shared/paged-list/list-focus.ts";
import { ReportCard, usePrinting } from "../report/index.ts";

interface ReportCardsProps {
  issues: readonly Issue[];
  deleted: ReadonlySet<string> | undefined;
  user: User;
}

export function ReportCards({ issues, deleted, user }: ReportCardsProps) {
  const printing = usePrinting();
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each render of other reports
  useEffect(focusPendingCard, [issues]);
  return (
    <ol className="divide-y divide-rule">
      {issues.map((issue) => (
        <li key={issue.id} data-card={issue.id}>
          <ReportCard report={issue} user={user} isPrinting={printing} isDeleted={deleted?.has(issue.id)} />
        </li>
      ))}
    </ol>
  );
}
