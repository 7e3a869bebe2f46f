import type { Amendment, Issue, User } from "@logbook/domain";
import { type Ref, useRef, useState } from "react";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { AmendmentForm } from "./amendment-form.tsx";
import { RichText } from "./rich-text.tsx";

/** How many of the newest amendments show before one asks for all. */
const SHOWN = 10;

/** `isClosed`: no note can be added any more; `printing`: everything folded away is to be there. */
interface AmendmentsProps {
  report: Issue;
  user: User;
  titleId: string;
  isClosed: boolean;
  isPrinting: boolean;
}

/** A report's follow-up notes, oldest first, and the form to add one (section 2). */
export function Amendments({ report, user, titleId, isClosed, isPrinting }: AmendmentsProps) {
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { amendments } = report;
  const hidden = all || isPrinting ? 0 : Math.max(0, amendments.length - SHOWN);
  const showAll = () => {
    setAll(true);
    // The button goes away, and the focus would go with it.
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
          <AmendmentList ref={list} amendments={amendments.slice(hidden)} />
        </div>
      )}
      <AmendmentForm report={report} user={user} titleId={titleId} isClosed={isClosed} />
    </>
  );
}

/** Amendments one below the other. */
export function AmendmentList({ amendments, ref }: { amendments: Amendment[]; ref?: Ref<HTMLUListElement> }) {
  return (
    <ul ref={ref} tabIndex={-1} className="mt-1 grid gap-2">
      {amendments.map((amendment) => (
        <li key={amendment.id} className="note">
          <RichText text={amendment.text} />
          <p className="text-soft text-xs">
            <strong dir="auto" className="font-semibold text-ink">
              {amendment.createdBy}
            </strong>
            , <TimeAgo at={amendment.createdAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}
