import type { Amendment, Issue } from "@logbook/domain";
import { type Ref, useRef, useState } from "react";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { AdminMark } from "../../shared/ui/admin-mark.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { RichText } from "./rich-text.tsx";

const SHOWN_AT_FIRST = 3;

interface AmendmentsProps {
  report: Issue;
  isPrinting: boolean;
}

/** A report's newest amendments, oldest first, with a button that shows the earlier ones (section 2). */
export function Amendments({ report, isPrinting }: AmendmentsProps) {
  const [isAllShown, setIsAllShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { amendments } = report;
  const hidden = isAllShown || isPrinting ? 0 : Math.max(0, amendments.length - SHOWN_AT_FIRST);
  const showAll = () => {
    setIsAllShown(true);
    // The button disappears, so move the focus first.
    list.current?.focus();
  };
  if (amendments.length === 0) return null;
  return (
    <div className="entry-notes">
      <h4 className="font-semibold text-soft text-xs">Amendments</h4>
      {hidden > 0 && (
        <Button variant="ghost" size="sm" className="-ml-3 print:hidden" onClick={showAll}>
          Show {hidden} earlier {hidden === 1 ? "amendment" : "amendments"}
        </Button>
      )}
      <AmendmentList ref={list} amendments={amendments.slice(hidden)} />
    </div>
  );
}

export function AmendmentList({ amendments, ref }: { amendments: Amendment[]; ref?: Ref<HTMLUListElement> }) {
  return (
    <ul ref={ref} tabIndex={-1} className="mt-1 grid gap-1.5">
      {amendments.map((amendment) => (
        <li key={amendment.id} className="note flex flex-wrap items-baseline gap-x-3">
          <RichText text={amendment.text} />
          <p className="text-soft text-xs">
            <strong dir="auto" className="font-semibold text-ink">
              {amendment.createdBy}
            </strong>
            , <TimeAgo at={amendment.createdAt} /> <AdminMark byAdmin={amendment.byAdmin} />
          </p>
        </li>
      ))}
    </ul>
  );
}
