import { LIMITS, TYPE_LABELS, type WireTrashEntry } from "@logbook/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useSearchParams } from "react-router-dom";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { PagedList } from "../../shared/paged-list/paged-list.tsx";
import { readPageNumber } from "../../shared/paged-list/read-page-number.ts";
import { useScreenHeading } from "../../shared/screens/use-screen-heading.ts";
import { serverNow } from "../../shared/time/server-time.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { TYPE_ICONS } from "../../shared/ui/looks.ts";
import { Notice } from "../../shared/ui/notice.tsx";
import { listTrash, reloadIssuesAndTrash, restoreIssue } from "./api.ts";

/** Route `/trash`: the deleted reports, which admins can restore for 30 days. */
export function TrashPage() {
  const heading = useScreenHeading("Trash");
  const [params, setParams] = useSearchParams();
  const page = readPageNumber(params);
  const query = useQuery({
    queryKey: ["trash", page],
    queryFn: ({ signal }) => unwrap(listTrash(page, signal)),
    placeholderData: keepPreviousData,
    // Load the trash at each visit, so that it has the reports that were just deleted.
    staleTime: 0,
    meta: { failure: "Failed to load the trash:" },
  });
  const goToPage = (number: number) =>
    setParams(number === 1 ? {} : { page: String(number) }, { preventScrollReset: true });
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="font-semibold font-serif text-2xl">
        Trash
      </h1>
      <p className="mt-1 text-soft">
        {`Deleted reports stay here for ${LIMITS.trashDays} days. Restored, they are back in the list as they were, with their attachments and amendments.`}
      </p>
      <PagedList query={query} name="deleted reports" goToPage={goToPage} empty={<EmptyTrash />}>
        {({ entries }) =>
          entries.map((entry) => <TrashRow key={entry.id} entry={entry} onRestored={() => heading.current?.focus()} />)
        }
      </PagedList>
    </>
  );
}

function EmptyTrash() {
  return (
    <Card className="ruled-paper mt-4 grid justify-items-center px-6 py-16 text-center leading-8">
      <Icon name="archive-arrow-up" className="mb-3 size-13 text-accent" />
      <h2 className="font-semibold font-serif text-xl leading-8">The trash is empty</h2>
      <p className="max-w-sm text-soft">{`No report was deleted in the last ${LIMITS.trashDays} days.`}</p>
    </Card>
  );
}

/** One deleted report with its Restore button. `onRestored` must move the focus, because this row disappears. */
function TrashRow({ entry, onRestored }: { entry: WireTrashEntry; onRestored: () => void }) {
  const titleId = useId();
  // If a write bypassed the rules, the title, the reporter or the deleting admin may be unknown (`""`).
  const title = entry.title || "Without a title";
  const restore = useAction(async () => {
    // Created before the calls, so that it announces nothing if the user signs out during them.
    const announceResult = createAnnouncer();
    await unwrap(restoreIssue(entry.id), "Failed to restore issue:");
    await reloadIssuesAndTrash();
    onRestored();
    announceResult("The report is back in the list.");
  });
  return (
    <li className="overflow-clip flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <Badge icon={TYPE_ICONS[entry.type]}>{TYPE_LABELS[entry.type]}</Badge>
        <h2 id={titleId} dir="auto" className="mt-1 break-words font-semibold font-serif text-lg">
          {title}
        </h2>
        <p className="text-soft text-sm">
          {entry.reporter && (
            <>
              <span>Reported by </span>
              <bdi>{entry.reporter}</bdi>
              <span>. </span>
            </>
          )}
          <span>Deleted </span>
          {entry.deletedBy && (
            <>
              <span>by </span>
              <bdi>{entry.deletedBy}</bdi>
              <span> </span>
            </>
          )}
          <TimeAgo at={entry.deletedAt} />
          <span>.</span>
        </p>
        <p className="text-sm">{daysLeftText(entry.purgeAt, serverNow())}</p>
      </div>
      <Button
        className="print:hidden"
        busy={restore.isPending}
        aria-describedby={titleId}
        onClick={() => restore.run()}
      >
        {!restore.isPending && <Icon name="archive-arrow-up" className="size-4" />}
        <span>Restore</span>
      </Button>
      {restore.error !== null && (
        <Notice kind="error" className="basis-full">
          {`The report could not be restored. ${failureText(restore.error)}`}
        </Notice>
      )}
    </li>
  );
}

const DAY_MS = 86_400_000;

/** Says when a report will be purged. That time may have passed, because the job `purge` runs once a day. */
export function daysLeftText(purgeAt: string, now: number): string {
  const days = Math.ceil((Date.parse(purgeAt) - now) / DAY_MS);
  return days <= 1 ? "Gone for good within a day" : `Gone for good in ${days} days`;
}
