import { formatCount, type User } from "@logbook/domain";
import { useState } from "react";
import { NEW_ENTRIES_HEADING_ID } from "../../shared/paged-list/list-focus.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { ArrowUp } from "../../shared/ui/icons.tsx";
import { Entries } from "./entries.tsx";
import type { LiveList } from "./use-live-list.ts";

/** What stands between the filters and the list: new entries, waiting or shown, and whether the page is live at all. */
export function ListUpdates({ live, user }: { live: LiveList; user: User }) {
  return (
    <>
      {live.room}
      {/* In the gap above the list, so that nothing moves when the line comes and goes. */}
      <div className="relative h-0 print:hidden">
        <p role="status" className="absolute inset-x-0 -top-1 truncate text-center text-soft text-xs">
          {live.lost && "Live updates pause. The list renews as you return."}
        </p>
      </div>
      <Waiting waiting={live.waiting} showNew={live.showNew} />
      {live.group.length > 0 && (
        <section aria-labelledby={NEW_ENTRIES_HEADING_ID} className="mt-4">
          <h3 id={NEW_ENTRIES_HEADING_ID} tabIndex={-1} className="font-semibold font-serif text-lg">
            New
          </h3>
          <Card className="mt-2 overflow-hidden">
            <Entries issues={live.group} deleted={live.issues.deleted} user={user} />
          </Card>
        </section>
      )}
    </>
  );
}

/** The button behind which new entries wait: over the list and in sight wherever one has scrolled to, taking no room. */
function Waiting({ waiting, showNew }: Pick<LiveList, "waiting" | "showNew">) {
  const [busy, setBusy] = useState(false);
  const press = () => {
    setBusy(true);
    void showNew().finally(() => setBusy(false));
  };
  return (
    <div className="sticky top-3 z-30 flex h-0 justify-center print:hidden" role="status">
      {waiting > 0 && (
        <Button
          variant="primary"
          size="sm"
          busy={busy}
          className="arrive h-fit rounded-full shadow-raised"
          onClick={press}
        >
          {!busy && <ArrowUp aria-hidden="true" className="size-4" />}
          {formatCount(waiting)} new – show
        </Button>
      )}
    </div>
  );
}
