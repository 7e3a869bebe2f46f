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
}

/**
 * 'View all details': the fields that a card leaves out, and the attachments (section 2). Printing shows them, too. The
 * card's line of actions and the area of the details are two elements, because the stylesheet puts them apart.
 */
export function ReportDetails({ report, user, titleId, isPrinting, children }: DetailsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        // The transition is for hover and focus only: a permanent one makes the browser compute styles 50 % slower.
        className="card-more icon-after icon-chevron-down motion-safe:focus:after:transition-transform motion-safe:hover:after:transition-transform aria-expanded:after:rotate-180"
        aria-expanded={isOpen}
        aria-controls={detailsId}
        aria-describedby={titleId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {MESSAGES.viewAllDetails}
      </Button>
      <div className="card-actions flex flex-wrap items-center sm:gap-x-1">
        {/* To keep the list small, the API has cut this report's texts and left out its earlier amendments. */}
        {report.shortened && <span className="text-soft text-sm">Shortened</span>}
        {ownElement(children)}
      </div>
      <div id={detailsId} className="empty:hidden">
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
    </>
  );
}
