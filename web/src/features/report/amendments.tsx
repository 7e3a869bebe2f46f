import type { Amendment, Issue, User } from "@logbook/domain";
import { type Ref, useRef, useState } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { AmendmentForm } from "./amendment-form.tsx";
import { AmendmentNote } from "./amendment-note.tsx";

const SHOWN_AT_FIRST = 10;

interface AmendmentsProps {
  report: Issue;
  user: User;
  titleId: string;
  isClosed: boolean;
  isPrinting: boolean;
}

/** A report's amendments, oldest first, and the form to add one (section 2). */
export function Amendments({ report, user, titleId, isClosed, isPrinting }: AmendmentsProps) {
  const [isAllShown, setIsAllShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { amendments } = report;
  const hidden = isAllShown || isPrinting ? 0 : Math.max(0, amendments.length - SHOWN_AT_FIRST);
  const showAll = () => {
    setIsAllShown(true);
    // The button disappears, so move the focus first.
    list.current?.focus();
  };
  return (
    <>
      {amendments.length > 0 && (
        <div className="mt-3">
          <h4 className="font-semibold text-soft text-sm">Amendments</h4>
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
      )}
      <AmendmentForm report={report} user={user} titleId={titleId} isClosed={isClosed} />
    </>
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
    <ul ref={ref} tabIndex={-1} className="mt-1 grid gap-2">
      {amendments.map((amendment) => (
        <AmendmentNote key={amendment.id} amendment={amendment} report={report} user={user} />
      ))}
    </ul>
  );
}
