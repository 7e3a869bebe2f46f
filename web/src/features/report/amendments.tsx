import type { Amendment, Issue, User } from "@logbook/domain";
import { type Ref, useRef, useState } from "react";
import { useIsEditOpen } from "../../shared/edits/open-edits.ts";
import { Button } from "../../shared/ui/button.tsx";
import { AmendmentItem } from "./amendment-item.tsx";

const SHOWN_COUNT = 3;

interface AmendmentsProps {
  report: Issue;
  user: User;
  /** Whether the report was deleted, so that nothing can be edited. */
  isClosed: boolean;
  isPrinting: boolean;
}

/** A report's newest amendments, oldest first, with a button that shows the earlier ones (section 2). */
export function Amendments({ report, user, isClosed, isPrinting }: AmendmentsProps) {
  const [isAllShown, setIsAllShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { amendments } = report;
  const isEditOpen = useIsEditOpen();
  // An amendment that is being edited stays visible, even if new ones are added.
  const firstShownIndex = amendments.findIndex(
    ({ id }, index) => index >= amendments.length - SHOWN_COUNT || isEditOpen(`${report.id}/${id}`),
  );
  const hiddenCount = isAllShown || isPrinting ? 0 : Math.max(0, firstShownIndex);
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
        report={isClosed ? undefined : report}
        user={user}
      />
    </div>
  );
}

interface ListProps {
  amendments: Amendment[];
  /** Given, as is `user`, only where amendments can be edited. */
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
