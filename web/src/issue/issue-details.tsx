import { type Issue, MESSAGES } from "@logbook/domain";
import { ChevronDown, Paperclip } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useLater } from "../app/later.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { detailsCode } from "./details-code.ts";
import { usePrinting } from "./use-printing.ts";

interface DetailsProps {
  issue: Issue;
  titleId: string;
  /** Stands at the end of the row that opens the details. */
  children: ReactNode;
}

/** 'View all details': the remaining fields and the attachments (section 2), also unfolded for print. */
export function IssueDetails({ issue, titleId, children }: DetailsProps) {
  const [open, setOpen] = useState(false);
  const printing = usePrinting();
  const details = useLater(detailsCode, open);
  const id = useId();
  return (
    <div className="mt-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
        <Button
          variant="ghost"
          size="sm"
          className="-ml-3"
          aria-expanded={open}
          aria-controls={id}
          aria-describedby={titleId}
          onClick={() => setOpen(!open)}
        >
          {MESSAGES.viewAllDetails}
          <ChevronDown
            aria-hidden="true"
            className={cx("size-4 motion-safe:transition-transform", open && "rotate-180")}
          />
        </Button>
        <Tally count={issue.attachments.length} />
        {children}
      </div>
      <div id={id}>
        {(open || printing) &&
          (details.kind === "loaded" ? (
            <details.code.DetailsBody issue={issue} open={open} />
          ) : (
            <p className="mt-2 text-soft text-sm">
              {details.kind === "loading"
                ? MESSAGES.loading
                : "The details could not be loaded. Please reload the page."}
            </p>
          ))}
      </div>
    </div>
  );
}

function Tally({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="inline-flex items-center gap-1.5 text-soft text-sm">
      <Paperclip aria-hidden="true" className="size-4 shrink-0" />
      {count === 1 ? "1 attachment" : `${count} attachments`}
    </span>
  );
}
