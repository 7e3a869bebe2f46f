import type { Amendment, Issue, User } from "@logbook/domain";
import { type ReactNode, type Ref, useId, useRef, useState } from "react";
import { lazyResource } from "../../shared/lazy/lazy-resource.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { AdminMark } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { LazyPart } from "../../shared/ui/lazy-part.tsx";
import { useFocusFallback } from "../../shared/ui/use-focus-fallback.ts";
import { useIsEditOpen, useIsInEditTime, useOpenEdit } from "../editing/index.ts";
import { filesCode } from "./files-code.ts";
import { MemberName } from "./report-summary.tsx";
import { RichText } from "./rich-text.tsx";

const editFormCode = lazyResource(() => import("./edit-amendment-form.tsx"));

// More amendments would make the card long (decision 49).
const NEWEST_COUNT = 1;

interface AmendmentsProps {
  report: Issue;
  user: User;
  isDeleted: boolean;
  isPrinting: boolean;
}

/** A report's newest amendments, oldest first, with a button that shows the earlier ones (section 2). */
export function Amendments({ report, user, isDeleted, isPrinting }: AmendmentsProps) {
  const [isAllShown, setIsAllShown] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { amendments } = report;
  const isEditOpen = useIsEditOpen();
  // An amendment that is being edited stays visible when newer amendments are added.
  const firstEditedIndex = amendments.findIndex((amendment) => isEditOpen(amendmentEditKey(report, amendment)));
  const firstNewestIndex = Math.max(0, amendments.length - NEWEST_COUNT);
  const firstShownIndex = firstEditedIndex < 0 ? firstNewestIndex : Math.min(firstEditedIndex, firstNewestIndex);
  const hiddenCount = isAllShown || isPrinting ? 0 : firstShownIndex;
  const showAll = () => {
    setIsAllShown(true);
    // The button disappears, so move the focus first.
    list.current?.focus();
  };
  if (amendments.length === 0) return null;
  return (
    <div className="card-amendments">
      <h4 className="font-semibold text-soft text-xs">Amendments</h4>
      {hiddenCount > 0 && (
        <Button
          variant="ghost"
          size="sm"
          className="print:hidden"
          aria-label={`Show ${hiddenCount} earlier ${hiddenCount === 1 ? "amendment" : "amendments"}`}
          onClick={showAll}
        >
          {`${hiddenCount} earlier`}
        </Button>
      )}
      <AmendmentList
        ref={list}
        amendments={amendments.slice(hiddenCount)}
        report={report}
        user={isDeleted ? undefined : user}
        isInCard
        isCut={!isAllShown}
      />
    </div>
  );
}

interface ListProps {
  amendments: Amendment[];
  report: Issue;
  /** Without the user, the amendments cannot be edited. */
  user?: User | undefined;
  /** A card shows only the pictures of the latest amendment, and small. */
  isInCard?: boolean;
  /** Whether a long text is cut until the card's details are open. */
  isCut?: boolean;
  ref?: Ref<HTMLUListElement>;
}

export function AmendmentList({ amendments, report, user, isInCard, isCut, ref }: ListProps) {
  return (
    <ul ref={ref} tabIndex={-1} className="grid gap-1.5">
      {amendments.map((amendment) => (
        <AmendmentItem key={amendment.id} {...{ amendment, report, user, isInCard, isCut }} />
      ))}
    </ul>
  );
}

type ItemProps = Pick<ListProps, "report" | "user"> & {
  id?: string;
  amendment: Amendment;
  isInCard?: boolean | undefined;
  isCut?: boolean | undefined;
  acts?: ReactNode;
};

/** An amendment as a list item. Its author can edit it for 15 minutes. `acts` are an admin's buttons below it. */
export function AmendmentItem({ id, amendment, report, user, isInCard, isCut, acts }: ItemProps) {
  const generatedId = useId();
  // The user's own amendment always has an id, by which it gets the focus when its Edit button disappears.
  const itemId = id ?? generatedId;
  // A shortened report may have only the beginning of the text, so that an edit would lose the end.
  const isHidden = amendment.hiddenAt !== undefined;
  const isLatest = amendment.id === report.amendments.at(-1)?.id;
  const mayEdit = !report.shortened && !isHidden && user?.username === amendment.createdBy;
  return (
    // The clip margin leaves room for the outline of a focused link.
    <li
      id={mayEdit ? itemId : id}
      tabIndex={-1}
      className="flex flex-wrap items-baseline gap-x-3 overflow-clip border-accent border-l-2 py-0.5 pl-3 [overflow-clip-margin:4px]"
    >
      {mayEdit ? (
        <OwnAmendment {...{ itemId, amendment, report, user, isCut }} />
      ) : (
        <>
          {isHidden ? (
            <p className="text-soft italic">Hidden by an admin</p>
          ) : (
            <RichText text={amendment.text} className={isCut ? "cut-text" : ""} />
          )}
          <AmendmentOrigin amendment={amendment} />
        </>
      )}
      {amendment.attachments && (
        // As high as the files in a card, so that the cards below stay where they are.
        <LazyPart code={filesCode} fallback={<span className={`mt-1 basis-full ${isLatest ? "h-16.5" : "h-8"}`} />}>
          {({ FilesOfAmendment }) => <FilesOfAmendment files={amendment.attachments!} {...{ isInCard, isLatest }} />}
        </LazyPart>
      )}
      {acts}
    </li>
  );
}

/** The key of an amendment's edit for `useOpenEdit` and `useIsEditOpen`. */
export const amendmentEditKey = (report: Issue, amendment: Amendment) => `${report.id}/${amendment.id}`;

type OwnAmendmentProps = {
  itemId: string;
  amendment: Amendment;
  report: Issue;
  user: User;
  isCut?: boolean | undefined;
};

/** The user's own amendment: its text, with the button Edit for 15 minutes, or the form that edits the text. */
function OwnAmendment({ itemId, amendment, report, user, isCut }: OwnAmendmentProps) {
  const edit = useOpenEdit<string>(amendmentEditKey(report, amendment));
  // An edit sends this time, so that the API can refuse it if the text was edited since. `""`: never edited.
  const seenEditedAt = amendment.editedAt ?? "";
  const isInEditTime = useIsInEditTime(amendment);
  // The rules refuse an edit of an amendment with the admin mark if its author is no admin any more.
  const isEditable = isInEditTime && (!amendment.byAdmin || user.isAdmin);
  const buttonId = `${itemId}-edit`;
  const focusItemOnRemoval = useFocusFallback(itemId);
  const focusButtonOnRemoval = useFocusFallback(isEditable ? buttonId : itemId);
  if (edit.open !== null)
    return (
      <div ref={focusButtonOnRemoval} className="basis-full">
        <LazyPart code={editFormCode} fallback={<RichText text={amendment.text} />}>
          {({ EditAmendmentForm }) => <EditAmendmentForm {...{ amendment, report, user, edit }} />}
        </LazyPart>
      </div>
    );
  return (
    <>
      <RichText text={amendment.text} className={isCut ? "cut-text" : ""} />
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
            <span>Edit</span>
            <span className="sr-only"> your amendment</span>
          </Button>
        )}
      </div>
    </>
  );
}

function AmendmentOrigin({ amendment: { createdBy, createdAt, editedAt, byAdmin } }: { amendment: Amendment }) {
  return (
    <p className="text-soft text-xs">
      <MemberName>{createdBy}</MemberName>
      <span>, </span>
      <TimeAgo at={createdAt} />
      {editedAt !== undefined && (
        <>
          <span>, edited </span>
          <TimeAgo at={editedAt} />
        </>
      )}
      <span> </span>
      <AdminMark byAdmin={byAdmin} />
    </p>
  );
}
