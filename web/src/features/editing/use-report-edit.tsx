import { EDITABLE_FIELDS, type Issue, type User } from "@logbook/domain";
import { useId } from "react";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { Button } from "../../shared/ui/button.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { useFocusFallback } from "../../shared/ui/use-focus-fallback.ts";
import type { ReportTexts } from "../report-texts/index.ts";
import { useOpenEdit } from "./open-edits.ts";
import { useIsInEditTime } from "./use-is-in-edit-time.ts";

const formsCode = lazyResource(() => import("./edit-forms.tsx"));

/** The form that edits or corrects a report, and its button. When the time for edits is over, an open form stays. */
export function useReportEdit({ report, user, titleId }: { report: Issue; user: User; titleId: string }) {
  const buttonId = useId();
  const edit = useOpenEdit<ReportTexts>(report.id);
  const correction = useOpenEdit<ReportTexts>(`${report.id}#correction`);
  const isOwn = user.username === report.reporter;
  // An edit sends this time, so that the API can refuse it if the texts were edited since. `""`: never edited.
  const seenEditedAt = report.editedAt ?? "";
  const isInEditTime = useIsInEditTime(report);
  // The rules refuse an edit of a report with the admin mark if its reporter is no admin any more.
  const isAllowedByMark = !report.byAdmin || user.isAdmin;
  const isEditable = isInEditTime && isOwn && !report.handledByAdmin && isAllowedByMark;
  const isOpen = edit.open !== null || correction.open !== null;
  const hasButton = isEditable || user.isAdmin;
  const focusTitleOnRemoval = useFocusFallback(titleId);
  const focusButtonOnRemoval = useFocusFallback(hasButton ? buttonId : titleId);

  const button = hasButton && !isOpen && (
    <Button
      ref={focusTitleOnRemoval}
      id={buttonId}
      size="sm"
      aria-describedby={titleId}
      onClick={() => (isEditable ? edit : correction).begin(editableTexts(report), seenEditedAt)}
    >
      {isEditable ? "Edit" : "Correct title or priority"}
    </Button>
  );
  const form = isOpen && (
    <div ref={focusButtonOnRemoval}>
      <LazyPart code={formsCode} className="mt-4">
        {/* Each opening has a number of its own. As the key, it gives each opening a new form. */}
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

const editableTexts = (report: Issue): ReportTexts =>
  Object.fromEntries(EDITABLE_FIELDS.map((field) => [field, report[field]])) as ReportTexts;
