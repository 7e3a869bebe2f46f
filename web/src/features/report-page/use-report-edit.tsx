import { EDITABLE_FIELDS, type Issue, type User } from "@logbook/domain";
import { useId } from "react";
import { useOpenEdit } from "../../shared/edits/open-edits.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { useEditTime } from "../../shared/time/use-edit-time.ts";
import { Button } from "../../shared/ui/button.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { useFocusFallback } from "../report/index.ts";
import type { ReportTexts } from "../report-form/index.ts";

const formsCode = lazyResource(() => import("../edit-report/index.ts"));

interface EditProps {
  report: Issue;
  user: User;
  titleId: string;
}

/**
 * The reporter's edit of their own report, for 15 minutes and until an admin has handled it, or an admin's correction.
 * `button` opens `form`; an open form stays when the time is over, so that its text is not lost.
 */
export function useReportEdit({ report, user, titleId }: EditProps) {
  const id = useId();
  const edit = useOpenEdit<ReportTexts>(report.id);
  const correction = useOpenEdit<ReportTexts>(`${report.id}#correction`);
  const isOwn = user.username === report.reporter;
  // The rules keep an admin's mark for the texts of admins.
  const isEditable = useEditTime(report) && isOwn && !report.handledByAdmin && (!report.byAdmin || user.isAdmin);
  const isOpen = edit.open !== null || correction.open !== null;
  const canOpen = !isOpen && (isEditable || user.isAdmin);
  const titleFallback = useFocusFallback(titleId);
  const buttonFallback = useFocusFallback(isEditable || user.isAdmin ? id : titleId);

  const button = canOpen && (
    <Button
      ref={titleFallback}
      id={id}
      size="sm"
      aria-describedby={titleId}
      onClick={() => (isEditable ? edit : correction).begin(textsOf(report), report.editedAt ?? "")}
    >
      {isEditable ? "Edit" : "Correct title or priority"}
    </Button>
  );
  const form = isOpen && (
    <div ref={buttonFallback}>
      <LazyPart code={formsCode} className="mt-4">
        {({ EditForm, CorrectionForm }) =>
          edit.open === null ? (
            <CorrectionForm key={correction.open?.opening} report={report} user={user} edit={correction} />
          ) : (
            <EditForm key={edit.open.opening} report={report} user={user} edit={edit} />
          )
        }
      </LazyPart>
    </div>
  );
  return { button, form };
}

const textsOf = (report: Issue): ReportTexts =>
  Object.fromEntries(EDITABLE_FIELDS.map((field) => [field, report[field]])) as ReportTexts;
