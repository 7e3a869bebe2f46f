import { type Issue, MESSAGES, type User } from "@logbook/domain";
import { type ReactNode, useId, useState } from "react";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { Button } from "../../shared/ui/button.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { ownElement } from "../../shared/ui/own-element.tsx";

/** The code of a report's details. The dashboard loads it when idle, so that the details can be printed at once. */
export const detailsCode = lazyResource(() => import("./details-body.tsx"));

interface DetailsProps {
  report: Issue;
  titleId: string;
  /** The viewer; missing if the report is deleted. */
  user: User | undefined;
  isPrinting: boolean;
  /** Elements beside the button 'View all details'. */
  children: ReactNode;
  /** The form for an amendment. It is in the same line or, while the details are open, below the details. */
  form: ReactNode;
}

/** 'View all details': the fields that a card leaves out, and the attachments (section 2). Printing shows them, too. */
export function ReportDetails({ report, user, titleId, isPrinting, children, form }: DetailsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const { attachments } = report;
  return (
    <div className="card-actions mt-1.5 flex flex-wrap items-end gap-x-4 gap-y-1.5">
      <Button
        variant="ghost"
        size="sm"
        // The transition is for hover and focus only: a permanent one makes the browser compute styles 50 % slower.
        className="icon-after icon-chevron-down -ml-3 motion-safe:focus:after:transition-transform motion-safe:hover:after:transition-transform aria-expanded:after:rotate-180"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        aria-describedby={titleId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {MESSAGES.viewAllDetails}
      </Button>
      {attachments.length > 0 && (
        <span className="icon-before icon-paperclip inline-flex min-h-10 items-center gap-1.5 text-soft text-sm sm:min-h-8">
          {attachments.length === 1 ? "1 attachment" : `${attachments.length} attachments`}
        </span>
      )}
      {/* To keep the list small, the API has cut this report's texts and left out its earlier amendments. */}
      {report.shortened && <span className="text-soft text-sm">Shortened</span>}
      {ownElement(children)}
      <div id={detailsId} className="basis-full empty:hidden">
        {(isOpen || isPrinting) && (
          <LazyPart
            code={detailsCode}
            className="mt-2"
            fallback={<p className="mt-2 text-soft text-sm">{MESSAGES.loading}</p>}
          >
            {({ DetailsBody }) => <DetailsBody report={report} user={user} isOpen={isOpen} />}
          </LazyPart>
        )}
      </div>
      {form}
    </div>
  );
}
