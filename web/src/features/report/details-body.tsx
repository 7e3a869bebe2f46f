import {
  DETAIL_FIELDS,
  DETAILS,
  type DetailField,
  FIELDS_OF_OTHER_TYPE,
  type Issue,
  isBlank,
  MESSAGES,
} from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { readIssue } from "../../shared/api/read-issue.ts";
import { unwrap } from "../../shared/api/result.ts";
import { exactTime } from "../../shared/time/times.ts";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { AmendmentList } from "./amendments.tsx";
import { Attachments } from "./attachments.tsx";
import { RichText } from "./rich-text.tsx";

interface DetailsBodyProps {
  report: Issue;
  /** Whether the user sees the details: only then files are loaded. */
  isOpen: boolean;
  /** Whether this is on a report's page, which shows large pictures, and no empty fields or times. */
  isPage?: boolean;
}

/** The content of 'View all details': the fields that a card leaves out, and the attachments (section 2). */
export function DetailsBody({ report, isOpen, isPage = false }: DetailsBodyProps) {
  const isEmpty = report.attachments.length === 0 && DETAIL_FIELDS.every((field) => isBlank(report[field]));
  if (isPage && isEmpty) return null;
  return (
    <div className="details mt-2 rounded-md border border-rule bg-sunken p-4">
      {report.shortened ? (
        <WholeReport report={report} isOpen={isOpen} />
      ) : (
        <FieldsAndFiles report={report} isOpen={isOpen} isPage={isPage} />
      )}
    </div>
  );
}

function FieldsAndFiles({ report, isOpen, isPage = false }: DetailsBodyProps) {
  return (
    <>
      <Fields report={report} isPage={isPage} />
      <Attachments attachments={report.attachments} isOpen={isOpen} isLarge={isPage} />
    </>
  );
}

function WholeReport({ report: { id, updatedAt }, isOpen }: { report: Issue; isOpen: boolean }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["report", id, updatedAt],
    queryFn: ({ signal }) => unwrap(readIssue(id, signal)),
    enabled: isOpen,
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
      <FieldsAndFiles report={data} isOpen={isOpen} />
      {data.amendments.length > 0 && (
        <>
          <h4 className="mt-4 font-semibold text-soft text-sm">All amendments</h4>
          <AmendmentList amendments={data.amendments} />
        </>
      )}
    </>
  );
}

function Fields({ report, isPage }: { report: Issue; isPage: boolean }) {
  const fields = DETAIL_FIELDS.filter((field) => (isPage ? !isBlank(report[field]) : isShownInCard(report, field)));
  return (
    <>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {fields.map((field) => (
          <div
            key={field}
            className={cx(isLong(report[field]) && "sm:col-span-2", isBlank(report[field]) && "print:hidden")}
          >
            <dt className="font-semibold text-soft text-sm">{DETAILS[field].label}</dt>
            <dd>{isBlank(report[field]) ? <span className="text-soft">—</span> : <RichText text={report[field]} />}</dd>
          </div>
        ))}
      </dl>
      {!isPage && (
        <dl className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <div>
            <dt className="font-semibold text-soft text-sm">Created</dt>
            <dd>{exactTime(report.createdAt)}</dd>
          </div>
          <div>
            <dt className="font-semibold text-soft text-sm">Updated</dt>
            <dd>{exactTime(report.updatedAt)}</dd>
          </div>
        </dl>
      )}
    </>
  );
}

/** A card shows no fields of the other type, and for a feature two of the fields only if they are filled in. */
function isShownInCard(report: Issue, field: DetailField): boolean {
  if (FIELDS_OF_OTHER_TYPE[report.type].includes(field)) return false;
  const isOptional = report.type === "feature" && (field === "reproductionSteps" || field === "environmentInfo");
  return !isOptional || !isBlank(report[field]);
}

const isLong = (text: string): boolean => text.length > 80 || text.includes("\n");
