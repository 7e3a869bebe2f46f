import {
  DETAIL_FIELDS,
  type DetailField,
  FIELDS_OF_OTHER_TYPE,
  FORM_FIELDS,
  type Issue,
  isBlank,
  MESSAGES,
  TEXT_FIELDS,
  type User,
} from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { unwrap } from "../../shared/api/result.ts";
import { exactTime } from "../../shared/time/times.ts";
import { Button } from "../../shared/ui/button.tsx";
import { cx } from "../../shared/ui/cx.ts";
import { TakeButton } from "../admin-acts/index-lazy.ts";
import { Attachments } from "../attachments/index.ts";
import { AmendmentList } from "./amendments.tsx";
import { readIssue } from "./report-queries.ts";
import { RichText } from "./rich-text.tsx";

interface DetailsBodyProps {
  report: Issue;
  /** Whether the user has opened the details. Only then images are loaded. */
  isOpen: boolean;
  /** The viewer of a card. */
  user?: User | undefined;
  /** Whether the details are on a report's page. Images are large there; empty fields and times are left out. */
  isOnPage?: boolean;
}

/** The content of 'View all details': the fields that a card leaves out, and the attachments (section 2). */
export function DetailsBody({ report, isOpen, user, isOnPage = false }: DetailsBodyProps) {
  const isEmpty = report.attachments.length === 0 && DETAIL_FIELDS.every((field) => isBlank(report[field]));
  if (isOnPage && isEmpty) return null;
  return (
    <div className="details mt-2 rounded-md border border-rule bg-sunken p-4">
      {report.shortened ? (
        <WholeReport report={report} isOpen={isOpen} />
      ) : (
        <FieldsAndFiles report={report} isOpen={isOpen} isOnPage={isOnPage} />
      )}
      {user?.isAdmin && (
        <div className="mt-4 flex flex-wrap gap-2 print:hidden">
          <TakeButton report={report} user={user} />
        </div>
      )}
    </div>
  );
}

function FieldsAndFiles({ report, isOpen, isOnPage = false }: DetailsBodyProps) {
  const fields = DETAIL_FIELDS.filter((field) => (isOnPage ? !isBlank(report[field]) : isShownInCard(report, field)));
  return (
    <>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {fields.map((field) => (
          <Entry
            key={field}
            label={TEXT_FIELDS[field].label}
            className={cx(needsFullWidth(report[field]) && "sm:col-span-2", isBlank(report[field]) && "print:hidden")}
          >
            {isBlank(report[field]) ? <span className="text-soft">—</span> : <RichText text={report[field]} />}
          </Entry>
        ))}
      </dl>
      {!isOnPage && (
        <dl className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <Entry label="Created">{exactTime(report.createdAt)}</Entry>
          <Entry label="Updated">{exactTime(report.updatedAt)}</Entry>
        </dl>
      )}
      <Attachments attachments={report.attachments} isOpen={isOpen} isLarge={isOnPage} />
    </>
  );
}

function Entry({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt className="font-semibold text-soft text-sm">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Loads the whole report: the list has only the beginnings of its texts. A changed `updatedAt` loads it again. */
function WholeReport({ report: { id, updatedAt }, isOpen }: { report: Issue; isOpen: boolean }) {
  const { data, isError, refetch } = useQuery({
    queryKey: ["report", id, updatedAt],
    queryFn: ({ signal }) => unwrap(readIssue(id, signal)),
    enabled: isOpen,
    // The query client logs this text before the error.
    meta: { failure: "Failed to load a report:" },
  });
  if (isError)
    return (
      <p role="alert" className="text-sm">
        <span>The whole report could not be loaded. </span>
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
          <AmendmentList amendments={data.amendments} report={data} />
        </>
      )}
    </>
  );
}

/** A card shows all fields of its type's form, and other fields that have a text, but no fields of the other type. */
function isShownInCard(report: Issue, field: DetailField): boolean {
  if (FIELDS_OF_OTHER_TYPE[report.type].includes(field)) return false;
  return FORM_FIELDS[report.type].includes(field) || !isBlank(report[field]);
}

/** Whether a text is too long for one of the two columns: longer than a sentence, or several lines. */
const needsFullWidth = (text: string): boolean => text.length > 80 || text.includes("\n");
