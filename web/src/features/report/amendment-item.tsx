import type { Amendment, Issue, User } from "@logbook/domain";
import { useId } from "react";
import { useOpenEdit } from "../../shared/edits/open-edits.ts";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { useEditTime } from "../../shared/time/use-edit-time.ts";
import { AdminMark } from "../../shared/ui/admin-mark.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { RichText } from "./rich-text.tsx";
import { useFocusFallback } from "./use-focus-fallback.ts";

const formCode = lazyResource(() => import("./edit-amendment-form.tsx"));

interface ItemProps {
  id?: string;
  amendment: Amendment;
  /** The report and the user, where amendments can be edited. */
  report?: Issue | undefined;
  user?: User | undefined;
}

/** An amendment in a list. Its author can edit it for 15 minutes. */
export function AmendmentItem({ id, amendment, report, user }: ItemProps) {
  // A shortened report may have only the beginning of the text.
  if (report && !report.shortened && user?.username === amendment.createdBy)
    return <OwnAmendment {...(id !== undefined && { id })} amendment={amendment} report={report} user={user} />;
  return (
    <li id={id} tabIndex={-1} className={LOOK}>
      <RichText text={amendment.text} />
      <Origin amendment={amendment} />
    </li>
  );
}

// The clip margin is room for the outline of a focused link.
const LOOK =
  "flex flex-wrap items-baseline gap-x-3 overflow-clip border-accent border-l-2 py-0.5 pl-3 [overflow-clip-margin:4px]";

function OwnAmendment({ id: givenId, amendment, report, user }: ItemProps & { report: Issue; user: User }) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const edit = useOpenEdit<string>(`${report.id}/${amendment.id}`);
  // The rules keep an admin's mark for the texts of admins.
  const isEditable = useEditTime(amendment) && (!amendment.byAdmin || user.isAdmin);
  const buttonId = `${id}-edit`;
  const itemFallback = useFocusFallback(id);
  const buttonFallback = useFocusFallback(isEditable ? buttonId : id);
  return (
    <li id={id} tabIndex={-1} className={LOOK}>
      {edit.open === null ? (
        <>
          <RichText text={amendment.text} />
          <div className="flex flex-wrap items-center gap-x-2">
            <Origin amendment={amendment} />
            {isEditable && (
              <Button
                ref={itemFallback}
                id={buttonId}
                variant="ghost"
                size="sm"
                className="print:hidden"
                onClick={() => edit.begin(amendment.text, amendment.editedAt ?? "")}
              >
                Edit<span className="sr-only"> your amendment</span>
              </Button>
            )}
          </div>
        </>
      ) : (
        <div ref={buttonFallback} className="basis-full">
          <LazyPart code={formCode} fallback={<RichText text={amendment.text} />}>
            {({ EditAmendmentForm }) => <EditAmendmentForm {...{ amendment, report, user, edit }} />}
          </LazyPart>
        </div>
      )}
    </li>
  );
}

function Origin({ amendment: { createdBy, createdAt, editedAt, byAdmin } }: { amendment: Amendment }) {
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
