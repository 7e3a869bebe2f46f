import { TYPE_LABELS, type WireTrashEntry } from "@logbook/domain";
import { useId } from "react";
import { reloadIssuesAndTrash, restoreIssue } from "../../shared/api/report-writes.ts";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { TimeAgo } from "../../shared/time/time-ago.tsx";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Badge } from "../../shared/ui/badge.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { TYPE_ICONS } from "../../shared/ui/looks.ts";
import { Notice } from "../../shared/ui/notice.tsx";
import { daysLeftText } from "./days-left.ts";

/** One deleted report with its Restore button. `onRestored` must move the focus, because this row disappears. */
export function TrashRow({ entry, onRestored }: { entry: WireTrashEntry; onRestored: () => void }) {
  const titleId = useId();
  // If a write bypassed the rules, the title, the reporter or the deleting admin may be unknown (`""`).
  const title = entry.title || "Without a title";
  const restore = useAction(async () => {
    // Created before the calls, so that nothing is announced if the user signs out meanwhile.
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
              Reported by <bdi>{entry.reporter}</bdi>.{" "}
            </>
          )}
          Deleted{" "}
          {entry.deletedBy && (
            <>
              by <bdi>{entry.deletedBy}</bdi>{" "}
            </>
          )}
          <TimeAgo at={entry.deletedAt} />.
        </p>
        <p className="text-sm">{daysLeftText(entry.purgeAt, Date.now())}</p>
      </div>
      <Button
        className="print:hidden"
        busy={restore.isPending}
        aria-describedby={titleId}
        onClick={() => restore.run()}
      >
        {!restore.isPending && <Icon name="archive-arrow-up" className="size-4" />}
        Restore
      </Button>
      {restore.error !== null && (
        <Notice kind="error" className="basis-full">
          The report could not be restored. {failureText(restore.error)}
        </Notice>
      )}
    </li>
  );
}
