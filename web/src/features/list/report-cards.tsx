import type { Issue, User } from "@logbook/domain";
import { useEffect } from "react";
import { focusPendingCard } from "../../shared/paged-list/list-focus.ts";
import { ReportCard, usePrinting } from "../report/index.ts";

interface ReportCardsProps {
  issues: readonly Issue[];
  /** The ids of the reports that were deleted while they were shown. */
  deleted: ReadonlySet<string> | undefined;
  user: User;
}

export function ReportCards({ issues, deleted, user }: ReportCardsProps) {
  const isPrinting = usePrinting();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the reports may add the card to focus
  useEffect(focusPendingCard, [issues]);
  return (
    <ol className="divide-y divide-rule">
      {issues.map((issue) => (
        <li key={issue.id} data-card={issue.id}>
          <ReportCard report={issue} user={user} isPrinting={isPrinting} isDeleted={deleted?.has(issue.id)} />
        </li>
      ))}
    </ol>
  );
}
