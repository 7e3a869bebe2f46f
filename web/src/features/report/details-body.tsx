import {
  DETAIL_FIELDS,
  DETAIL_LABELS,
  type DetailField,
  FOREIGN_FIELDS,
  type Issue,
  isBlank,
  MESSAGES,
} from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { unwrap } from "../../shared/api/api-error.ts";
import { readIssue } from "../../shared/api/read-issue.ts";
import { exactTime } from "../../shared/time/times.ts";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { AmendmentList } from "./amendments.tsx";
import { Attachments } from "./attachments.tsx";
import { RichText } from "./rich-text.tsx";

/** What 'View all details' unfolds: the remaining fields and the attachments (section 2). */
export function DetailsBody({ issue, open }: { issue: Issue; open: boolean }) {
  return (
    <div className="details mt-2 rounded-md border border-rule bg-sunken p-4">
      {issue.shortened ? <WholeReport issue={issue} open={open} /> : <FieldsAndFiles issue={issue} open={open} />}
    </div>
  );
}

function FieldsAndFiles({ issue, open }: { issue: Issue; open: boolean }) {
  return (
    <>
      <Fields issue={issue} />
      <Attachments attachments={issue.attachments} open={open} />
    </>
  );
}

/** A report that the list has shortened, asked for by itself. */
function WholeReport({ issue: { id, updatedAt }, open }: { issue: Issue; open: boolean }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["report", id, updatedAt],
    queryFn: ({ signal }) => unwrap(readIssue(id, signal)),
    enabled: open,
    meta: { failure: "Failed to load a report:" },
  });
  if (isError)
    return (
      <p role="alert" className="text-sm">
        The whole report could not be loaded.{" "}
        <Button variant="ghost" size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  if (data === undefined) return <p className="text-soft text-sm">{MESSAGES.loading}</p>;
  return (
    <>
      <p className="text-soft text-sm">This report is long, so the list shows its beginnings only. Here it is whole.</p>
      <h4 className="mt-4 font-semibold text-soft text-sm">Description</h4>
      <RichText text={data.description} className="mb-4" />
      <FieldsAndFiles issue={data} open={open} />
      {data.amendments.length > 0 && (
        <>
          <h4 className="mt-4 font-semibold text-soft text-sm">All amendments</h4>
          <AmendmentList amendments={data.amendments} />
        </>
      )}
    </>
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
