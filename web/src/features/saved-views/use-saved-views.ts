import type { SavedView } from "@logbook/domain";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { listSavedViews, storeSavedViews } from "../../shared/api/saved-views.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";

const QUERY_KEY = ["views"];

const readViews = async (): Promise<readonly SavedView[]> => (await unwrap(listSavedViews())).views;
const without = (views: readonly SavedView[], { name }: SavedView) => views.filter((view) => view.name !== name);

/** The user's saved views, `undefined` until they are loaded, and how to save and delete one. */
export function useSavedViews() {
  const client = useQueryClient();
  const { data: views } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: readViews,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: "Failed to load saved views:" },
  });

  /**
   * Changes the views as they are stored now, since another device may have changed them. Resolves to the views before,
   * or to `null` if that did not work.
   */
  async function change(
    by: (stored: readonly SavedView[]) => readonly SavedView[],
    say: ReturnType<typeof createAnnouncer>,
  ): Promise<readonly SavedView[] | null> {
    try {
      const stored = await readViews();
      const next = by(stored);
      await unwrap(storeSavedViews(next));
      client.setQueryData(QUERY_KEY, next);
      return stored;
    } catch (error) {
      say(`Your saved views were not changed. ${failureText(error)}`);
      return null;
    }
  }

  return {
    views,
    /** Saves a view; one with the same name is replaced. Resolves to whether that worked. */
    async save(view: SavedView): Promise<boolean> {
      const say = createAnnouncer();
      const isSaved = (await change((stored) => [...without(stored, view), view], say)) !== null;
      if (isSaved) say(`“${view.name}” is saved.`);
      return isSaved;
    },
    async remove(view: SavedView): Promise<void> {
      const say = createAnnouncer();
      const before = await change((stored) => without(stored, view), say);
      if (before === null) return;
      const position = before.findIndex(({ name }) => name === view.name);
      const undo = () => void change((stored) => without(stored, view).toSpliced(position, 0, view), say);
      say(`“${view.name}” is deleted.`, { label: "Undo", shortcutHint: "Ctrl+Z takes it back.", run: undo });
    },
  };
}
