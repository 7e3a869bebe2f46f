import type { User, WireEntry } from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { newId } from "../../shared/api/new-id.ts";
import { reload } from "../../shared/api/query-client.ts";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { announce, createAnnouncer } from "../../shared/ui/announcer.tsx";
import { Button, RetryButton } from "../../shared/ui/button.tsx";
import { Card } from "../../shared/ui/card.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { deleteEntry, listDrafts, restoreEntry } from "./api.ts";
import { EntryForm } from "./entry-form.tsx";
import { EntryItem } from "./entry-item.tsx";
import { openEntry, useOpenEntry } from "./open-entry.ts";

interface EditorProps {
  user: User;
  /** The published entries that the page shows. */
  entries: readonly WireEntry[] | undefined;
  focusHeading: () => void;
}

/** The part of What's new that only admins have: the form and the drafts. */
export function Editor({ user, entries = [], focusHeading }: EditorProps) {
  const draftsId = useId();
  const open = useOpenEntry();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["changelog", "drafts"],
    queryFn: ({ signal }) => unwrap(listDrafts(signal)),
    staleTime: 0,
    meta: { failure: "Failed to load the drafts:" },
  });
  const drafts = data?.entries ?? [];
  const stored = [...drafts, ...entries].find(({ id }) => id === open?.id);
  return (
    <>
      {open === null ? (
        <Button variant="primary" className="print:hidden" onClick={() => openEntry(NEW_ENTRY())}>
          Write an entry
        </Button>
      ) : (
        <EntryForm key={open.id} user={user} open={open} stored={stored} focusHeading={focusHeading} />
      )}
      {error && (
        <Notice
          kind="error"
          className="mt-4"
          action={<RetryButton subject="loading the drafts" busy={isFetching} onClick={() => void refetch()} />}
        >
          {`The drafts could not be loaded. ${failureText(error)}`}
        </Notice>
      )}
      {drafts.length > 0 && (
        <section aria-labelledby={draftsId} className="mt-6 print:hidden">
          <h2 id={draftsId} className="font-semibold font-serif text-xl">
            Drafts, which only admins see
          </h2>
          <Card className="mt-2 overflow-hidden">
            <ul className="divide-y divide-rule">
              {drafts.map((entry) => (
                <EntryItem
                  key={entry.id}
                  entry={entry}
                  acts={<EntryActs entry={entry} focusHeading={focusHeading} />}
                />
              ))}
            </ul>
          </Card>
        </section>
      )}
    </>
  );
}

const NEW_ENTRY = () => ({ id: newId(), title: "", text: "", reports: "", from: "", isPublished: false });

/** The buttons of an entry. While the form is open, only its own entry could be edited, so there are none. */
export function EntryActs({ entry, focusHeading }: { entry: WireEntry; focusHeading: () => void }) {
  const isFormOpen = useOpenEntry() !== null;
  const deletion = useAction(async () => {
    const announceResult = createAnnouncer();
    await unwrap(deleteEntry(entry.id), "Failed to delete an entry:");
    await reload("changelog");
    focusHeading();
    announceResult("The entry was deleted.", {
      label: "Undo",
      shortcutHint: "Ctrl+Z takes it back.",
      run: () => void undoDelete(entry.id),
    });
  });
  if (isFormOpen) return null;
  const { id, title, text, reports, savedAt, publishedAt } = entry;
  const edit = () =>
    openEntry({
      ...{ id, title, text },
      reports: reports.map(({ number }) => `#${number}`).join(", "),
      from: savedAt,
      isPublished: publishedAt !== null,
    });
  return (
    <>
      <div className="mt-3 flex flex-wrap gap-2 print:hidden">
        <Button size="sm" aria-label={`Edit “${title}”`} onClick={edit}>
          Edit
        </Button>
        <Button
          size="sm"
          variant="danger"
          aria-label={`Delete “${title}”`}
          busy={deletion.isPending}
          onClick={() => deletion.run()}
        >
          Delete
        </Button>
      </div>
      {deletion.error !== null && (
        <Notice kind="error" className="mt-2">
          {`The entry was not deleted. ${failureText(deletion.error)}`}
        </Notice>
      )}
    </>
  );
}

async function undoDelete(id: string): Promise<void> {
  const announceResult = createAnnouncer();
  const result = await restoreEntry(id);
  if (!result.ok) {
    console.error("Failed to restore an entry:", result);
    announceResult(`The entry could not be restored. ${result.error}`, {
      label: "Try again",
      shortcutHint: "Ctrl+Z tries it once more.",
      run: () => void undoDelete(id),
    });
    return;
  }
  await reload("changelog");
  announce("The entry is back.");
}
