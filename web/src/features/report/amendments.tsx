import type { Amendment, Issue, User } from "@logbook/domain";
import { type Ref, useRef, useState } from "react";
import { useIsEditOpen } from "../../shared/edits/open-edits.ts";
import { Button } from "../../shared/ui/button.tsx";
import { AmendmentItem } from "./amendment-item.tsx";

const SHOWN_AT_FIRST = 3;

interface AmendmentsProps {
  report: Issue;
  user: User;
  isClosed: boolean;
  isPrinting: boolean;
}

/** A report's newest amendments, oldest first, with a button that shows the earlier ones (section 2). */
export function Amendments({ report, user, isClosed, isPrinting }: AmendmentsProps) {
  const [isAllShown, setIsAllShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { amendments } = report;
  const isEditOpen = useIsEditOpen();
  // An amendment that is being edited stays, even if others are added.
  const firstShown = amendments.findIndex(
    ({ id }, at) => at >= amendments.length - SHOWN_AT_FIRST || isEditOpen(`${report.id}/${id}`),
  );
  const hidden = isAllShown || isPrinting ? 0 : Math.max(0, firstShown);
  const showAll = () => {
    setIsAllShown(true);
    // The button disappears, so move the focus first.
    list.current?.focus();
  };
  if (amendments.length === 0) return null;
  return (
    <div className="mt-1.5">
      <h4 className="font-semibold text-soft text-xs">Amendments</h4>
      {hidden > 0 && (
        <Button variant="ghost" size="sm" className="-ml-3 print:hidden" onClick={showAll}>
          Show {hidden} earlier {hidden === 1 ? "amendment" : "amendments"}
        </Button>
      )}
      <AmendmentList
        ref={list}
        amendments={amendments.slice(hidden)}
        report={isClosed ? undefined : report}
        user={user}
      />
    </div>
  );
}

interface ListProps {
  amendments: Amendment[];
  /** The report and the user, where amendments can be edited. */
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
