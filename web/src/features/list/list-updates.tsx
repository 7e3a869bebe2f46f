import { formatCount, type User } from "@logbook/domain";
import { useAction } from "../../shared/api/use-action.ts";
import { NEW_REPORTS_HEADING_ID } from "../../shared/paged-list/list-focus.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { ReportCards } from "./report-list.tsx";
import type { LiveList } from "./use-live-list.ts";

/** Above the list: what live updates have to say, and the new reports that are not on the list's shown page. */
export function ListUpdates({ liveList, user }: { liveList: LiveList; user: User }) {
  const { newCount, shownFromOtherPages } = liveList;
  const showAction = useAction(liveList.showNew);
  return (
    <>
      {/* Invisible: listens to the board while it is mounted. */}
      {liveList.listener}
      {/* The line appears in the gap above the list, so that nothing moves. A phone has no gap. */}
      <div className="sm:relative sm:h-0 print:hidden">
        <p role="status" className="inset-x-0 -top-1 truncate text-center text-soft text-xs sm:absolute">
          {liveList.isConnectionLost && "Live updates pause. The list renews as you return."}
        </p>
      </div>
      {/* Floats over the list; with `sticking` (styles.css) below what a phone keeps in view. */}
      <div className="sticky top-3 z-30 sticking:top-28 flex h-0 justify-center print:hidden" role="status">
        {newCount > 0 && (
          <Button
            variant="primary"
            size="sm"
            busy={showAction.isPending}
            className="arrive h-fit rounded-full shadow-raised"
            onClick={() => showAction.run()}
          >
            {!showAction.isPending && <Icon name="arrow-up" className="size-4" />}
            {formatCount(newCount)} new – show
          </Button>
        )}
      </div>
      {shownFromOtherPages.length > 0 && (
        <section aria-labelledby={NEW_REPORTS_HEADING_ID} className="mt-4">
          <h3 id={NEW_REPORTS_HEADING_ID} tabIndex={-1} className="font-semibold font-serif text-lg">
            New
          </h3>
          <Card className="mt-2 overflow-hidden">
            <ReportCards issues={shownFromOtherPages} deleted={liveList.list.deleted} user={user} />
          </Card>
        </section>
      )}
    </>
  );
}
