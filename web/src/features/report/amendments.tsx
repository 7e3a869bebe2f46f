import type { Amendment, Issue, User } from "@logbook/domain";
import { type Ref, useRef, useState } from "react";
import { useIsEditOpen } from "../../shared/edits/open-edits.ts";
import { Button } from "../../shared/ui/button.tsx";
import { AmendmentItem, amendmentEditKey } from "./amendment-item.tsx";

const NEWEST_COUNT = 3;

interface AmendmentsProps {
  report: Issue;
  user: User;
  isDeleted: boolean;
  isPrinting: boolean;
}

/** A report's newest amendments, oldest first, with a button that shows the earlier ones (section 2). */
export function Amendments({ report, user, isDeleted, isPrinting }: AmendmentsProps) {
  const [isAllShown, setIsAllShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { amendments } = report;
  const isEditOpen = useIsEditOpen();
  // An amendment that is being edited stays visible when newer amendments are added.
  const firstEditedIndex = amendments.findIndex((amendment) => isEditOpen(amendmentEditKey(report, amendment)));
  const firstNewestIndex = Math.max(0, amendments.length - NEWEST_COUNT);
  const firstShownIndex = firstEditedIndex < 0 ? firstNewestIndex : Math.min(firstEditedIndex, firstNewestIndex);
  const hiddenCount = isAllShown || isPrinting ? 0 : firstShownIndex;
  const showAll = () => {
    setIsAllShown(true);
    // The button disappears, so move the focus first.
    list.current?.focus();
  };
  if (amendments.length === 0) return null;
  return (
    <div className="mt-1.5">
      <h4 className="font-semibold text-soft text-xs">Amendments</h4>
      {hiddenCount > 0 && (
        <Button variant="ghost" size="sm" className="-ml-3 print:hidden" onClick={showAll}>
          Show {hiddenCount} earlier {hiddenCount === 1 ? "amendment" : "amendments"}
        </Button>
      )}
      <AmendmentList
        ref={list}
        amendments={amendments.slice(hiddenCount)}
        report={isDeleted ? undefined : report}
        user={user}
      />
    </div>
  );
}

interface ListProps {
  amendments: Amendment[];
  /** Without the report and the user, the amendments cannot be edited. */
  report?: Issue | undefined;
  user?: User;
  ref?: Ref<HTMLUListElement>;
}

export function AmendmentList({ amendments, report, user, ref }: ListProps) {
  return (
    <ul ref={ref} tabIndex={-1} className="mt-1 grid gap-1.5">
      {amendments.map((amendment) => (
        <AmendmentItem key={amendment.id} amendment={amendment} report={report} user={user} />
      ))}
    </ul>
  );
}
