import type { SavedView } from "@logbook/domain";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { listSavedViews, storeSavedViews } from "../../shared/api/saved-views.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";

const QUERY_KEY = ["views"];
const NONE: readonly SavedView[] = [];

/** The user's saved views, `undefined` until they are loaded, and how to save and delete one. */
export function useSavedViews() {
  const client = useQueryClient();
  const { data: views } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: async () => (await unwrap(listSavedViews())).views as readonly SavedView[],
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: "Failed to load saved views:" },
  });

  /** Replaces the stored views. Resolves to whether that worked. */
  async function store(next: readonly SavedView[], say: ReturnType<typeof createAnnouncer>): Promise<boolean> {
    try {
      await unwrap(storeSavedViews(next));
    } catch (error) {
      say(`Your saved views were not changed. ${failureText(error)}`);
      return false;
    }
    client.setQueryData(QUERY_KEY, next);
    return true;
  }

  const current = () => client.getQueryData<readonly SavedView[]>(QUERY_KEY) ?? NONE;
  return {
    views,
    /** Saves a view; one with the same name is replaced. Resolves to whether that worked. */
    async save(view: SavedView): Promise<boolean> {
      const say = createAnnouncer();
      const isSaved = await store([...current().filter(({ name }) => name !== view.name), view], say);
      if (isSaved) say(`“${view.name}” is saved.`);
      return isSaved;
    },
    async remove(view: SavedView): Promise<void> {
      const say = createAnnouncer();
      const before = current();
      const others = before.filter((each) => each !== view);
      if (!(await store(others, say))) return;
      const undo = () => {
        // Views saved in the meantime stay.
        const now = current().filter(({ name }) => name !== view.name);
        void store(now.toSpliced(before.indexOf(view), 0, view), say);
      };
      say(`“${view.name}” is deleted.`, { label: "Undo", shortcutHint: "Ctrl+Z takes it back.", run: undo });
    },
  };
}
