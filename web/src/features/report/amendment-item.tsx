import type { Amendment, Issue, User } from "@logbook/domain";
import { useId } from "react";
import { useOpenEdit } from "../../shared/edits/open-edits.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { useEditTime } from "../../shared/time/use-edit-time.ts";
import { AdminMark } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { RichText } from "./rich-text.tsx";
import { useFocusFallback } from "./use-focus-fallback.ts";

const formCode = lazyResource(() => import("./edit-amendment-form.tsx"));

interface ItemProps {
  id?: string | undefined;
  amendment: Amendment;
  /** Without the report and the user, the amendment cannot be edited. */
  report?: Issue | undefined;
  user?: User | undefined;
}

/** An amendment in a list. Its author can edit it for 15 minutes. */
export function AmendmentItem({ id, amendment, report, user }: ItemProps) {
  // A shortened report may have only the beginning of the text, so that an edit would lose the end.
  if (report && !report.shortened && user?.username === amendment.createdBy)
    return <OwnAmendment id={id} amendment={amendment} report={report} user={user} />;
  return (
    <li id={id} tabIndex={-1} className={ITEM_CLASSES}>
      <RichText text={amendment.text} />
      <AmendmentOrigin amendment={amendment} />
    </li>
  );
}

// The clip margin leaves room for the outline of a focused link.
const ITEM_CLASSES =
  "flex flex-wrap items-baseline gap-x-3 overflow-clip border-accent border-l-2 py-0.5 pl-3 [overflow-clip-margin:4px]";

/** The key of an amendment's edit for `useOpenEdit` and `useIsEditOpen`. */
export const amendmentEditKey = (report: Issue, amendment: Amendment) => `${report.id}/${amendment.id}`;

function OwnAmendment({ id, amendment, report, user }: ItemProps & { report: Issue; user: User }) {
  const generatedId = useId();
  const itemId = id ?? generatedId;
  const edit = useOpenEdit<string>(amendmentEditKey(report, amendment));
  // The API refuses to save an edit of a text that was edited again meanwhile; `""` means that it was never edited.
  const seenEditedAt = amendment.editedAt ?? "";
  const isInEditTime = useEditTime(amendment);
  // The rules refuse an edit of an amendment with the admin mark if its author is no admin any more.
  const isEditable = isInEditTime && (!amendment.byAdmin || user.isAdmin);
  const buttonId = `${itemId}-edit`;
  const focusItemOnRemoval = useFocusFallback(itemId);
  const focusButtonOnRemoval = useFocusFallback(isEditable ? buttonId : itemId);
  return (
    <li id={itemId} tabIndex={-1} className={ITEM_CLASSES}>
      {edit.open === null ? (
        <>
          <RichText text={amendment.text} />
          <div className="flex flex-wrap items-center gap-x-2">
            <AmendmentOrigin amendment={amendment} />
            {isEditable && (
              <Button
                ref={focusItemOnRemoval}
                id={buttonId}
                variant="ghost"
                size="sm"
                className="print:hidden"
                onClick={() => edit.begin(amendment.text, seenEditedAt)}
              >
                Edit<span className="sr-only"> your amendment</span>
              </Button>
            )}
          </div>
        </>
      ) : (
        <div ref={focusButtonOnRemoval} className="basis-full">
          <LazyPart code={formCode} fallback={<RichText text={amendment.text} />}>
            {({ EditAmendmentForm }) => <EditAmendmentForm {...{ amendment, report, user, edit }} />}
          </LazyPart>
        </div>
      )}
    </li>
  );
}

function AmendmentOrigin({ amendment: { createdBy, createdAt, editedAt, byAdmin } }: { amendment: Amendment }) {
  return (
    <p className="text-soft text-xs">
      <strong dir="auto" className="font-semibold text-ink">
        {createdBy}
      </strong>
      , <TimeAgo at={createdAt} />
      {editedAt !== undefined && (
        <>
          , edited <TimeAgo at={editedAt} />
        </>
      )}{" "}
      <AdminMark byAdmin={byAdmin} />
    </p>
  );
}
