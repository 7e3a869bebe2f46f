import {
  DETAIL_FIELDS,
  DETAIL_LABELS,
  type DetailField,
  FOREIGN_FIELDS,
  type Issue,
  isBlank,
  MESSAGES,
} from "@logbook/domain";
import { ChevronDown, Paperclip } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { Attachments } from "./attachments.tsx";
import { RichText } from "./rich-text.tsx";
import { exactTime } from "./times.ts";
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
        {(open || printing) && (
          <div className="details mt-2 rounded-md border border-rule bg-sunken p-4">
            <Fields issue={issue} />
            <Attachments attachments={issue.attachments} open={open} />
          </div>
        )}
      </div>
    </div>
  );
}

function Fields({ issue }: { issue: Issue }) {
  return (
    <>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {DETAIL_FIELDS.filter((field) => isShown(issue, field)).map((field) => (
          <div
            key={field}
            className={cx(isLong(issue[field]) && "sm:col-span-2", isBlank(issue[field]) && "print:hidden")}
          >
            <dt className="font-semibold text-soft text-sm">{DETAIL_LABELS[field]}</dt>
            <dd>{isBlank(issue[field]) ? <span className="text-soft">—</span> : <RichText text={issue[field]} />}</dd>
          </div>
        ))}
      </dl>
      <dl className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <div>
          <dt className="font-semibold text-soft text-sm">Created</dt>
          <dd>{exactTime(issue.createdAt)}</dd>
        </div>
        <div>
          <dt className="font-semibold text-soft text-sm">Updated</dt>
          <dd>{exactTime(issue.updatedAt)}</dd>
        </div>
      </dl>
    </>
  );
}

/** A type's own fields always show; another's never, and common ones of the other form only when they hold something. */
function isShown(issue: Issue, field: DetailField): boolean {
  if (FOREIGN_FIELDS[issue.type].includes(field)) return false;
  const common = field === "reproductionSteps" || field === "environmentInfo";
  return !(common && issue.type === "feature") || !isBlank(issue[field]);
}

const isLong = (text: string): boolean => text.length > 80 || text.includes("\n");

function Tally({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="inline-flex items-center gap-1.5 text-soft text-sm">
      <Paperclip aria-hidden="true" className="size-4 shrink-0" />
      {count === 1 ? "1 attachment" : `${count} attachments`}
    </span>
  );
}
