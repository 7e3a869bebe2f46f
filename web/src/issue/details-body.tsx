import { DETAIL_FIELDS, DETAIL_LABELS, type DetailField, FOREIGN_FIELDS, type Issue, isBlank } from "@logbook/domain";
import { cx } from "../ui/cx.ts";
import { Attachments } from "./attachments.tsx";
import { RichText } from "./rich-text.tsx";
import { exactTime } from "./times.ts";

/** What 'View all details' unfolds: the remaining fields and the attachments (section 2). */
export function DetailsBody({ issue, open }: { issue: Issue; open: boolean }) {
  return (
    <div className="details mt-2 rounded-md border border-rule bg-sunken p-4">
      <Fields issue={issue} />
      <Attachments attachments={issue.attachments} open={open} />
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
