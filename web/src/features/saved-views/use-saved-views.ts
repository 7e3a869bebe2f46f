import type { SavedView } from "@logbook/domain";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { listSavedViews, storeSavedViews } from "../../shared/api/saved-views.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";

const QUERY_KEY = ["views"];

const readViews = async (): Promise<readonly SavedView[]> => (await unwrap(listSavedViews())).views;
const removeView = (views: readonly SavedView[], { name }: SavedView) => views.filter((view) => view.name !== name);

/** The user's saved views, `undefined` until they are loaded, and functions to save and delete one. */
export function useSavedViews() {
  const client = useQueryClient();
  const { data: views } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: readViews,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: "Failed to load saved views:" },
  });

  /**
   * Applies `transform` to the stored views, because another device may have changed them since this page loaded them.
   * Resolves to the views before the change, or to `null` if the change failed.
   */
  async function changeViews(
    transform: (stored: readonly SavedView[]) => readonly SavedView[],
    say: ReturnType<typeof createAnnouncer>,
  ): Promise<readonly SavedView[] | null> {
    try {
      const stored = await readViews();
      const next = transform(stored);
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
    /** Saves a view, in place of one with the same name. Resolves to whether this succeeded. */
    async save(view: SavedView): Promise<boolean> {
      const say = createAnnouncer();
      const isSaved = (await changeViews((stored) => [...removeView(stored, view), view], say)) !== null;
      if (isSaved) say(`“${view.name}” is saved.`);
      return isSaved;
    },
    async remove(view: SavedView): Promise<void> {
      const say = createAnnouncer();
      const viewsBefore = await changeViews((stored) => removeView(stored, view), say);
      if (viewsBefore === null) return;
      const foundAt = viewsBefore.findIndex(({ name }) => name === view.name);
      // Another device may have deleted it already.
      const position = foundAt < 0 ? viewsBefore.length : foundAt;
      const undo = () => void changeViews((stored) => removeView(stored, view).toSpliced(position, 0, view), say);
      say(`“${view.name}” is deleted.`, { label: "Undo", shortcutHint: "Ctrl+Z takes it back.", run: undo });
    },
  };
}
