import type { SavedView } from "@logbook/domain";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { failureText, unwrap } from "../../shared/api/result.ts";
import { getSession, hasUserChanged } from "../../shared/session/store.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { listSavedViews, storeSavedViews } from "./api.ts";

type SavedViewList = readonly SavedView[];

const QUERY_KEY = ["views"];

const readViews = async (): Promise<SavedViewList> => (await unwrap(listSavedViews())).views;
const withoutView = (views: SavedViewList, { name }: SavedView) => views.filter((view) => view.name !== name);

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
   * Loads the stored views again, because another device may have changed them, and stores what `transform` returns.
   * Resolves to the views before the change, or to `null` if the change failed or the user has changed meanwhile.
   */
  async function changeViews(transform: (storedViews: SavedViewList) => SavedViewList): Promise<SavedViewList | null> {
    // Created before the calls, so that it announces nothing if the user signs out during them.
    const announceResult = createAnnouncer();
    const { user } = getSession();
    try {
      const storedViews = await readViews();
      // Another user may have signed in meanwhile: these views must not replace theirs.
      if (hasUserChanged(user)) return null;
      const newViews = transform(storedViews);
      await unwrap(storeSavedViews(newViews));
      if (hasUserChanged(user)) return null;
      client.setQueryData(QUERY_KEY, newViews);
      return storedViews;
    } catch (error) {
      announceResult(`Your saved views were not changed. ${failureText(error)}`);
      return null;
    }
  }

  /** The action Undo: stores a view again where it was before. */
  const restoreAction = (view: SavedView, viewsBefore: SavedViewList) => {
    const index = viewsBefore.findIndex(({ name }) => name === view.name);
    // If another device had already deleted the view (-1), Undo adds the view at the end.
    const position = index === -1 ? viewsBefore.length : index;
    const run = () => void changeViews((storedViews) => withoutView(storedViews, view).toSpliced(position, 0, view));
    return { label: "Undo", shortcutHint: "Ctrl+Z takes it back.", run };
  };

  /** Saves a view, and replaces a view with the same name. Resolves to whether the view was saved. */
  const save = async (view: SavedView): Promise<boolean> => {
    const announceResult = createAnnouncer();
    const viewsBefore = await changeViews((storedViews) => [...withoutView(storedViews, view), view]);
    if (viewsBefore === null) return false;
    const replaced = viewsBefore.find(({ name }) => name === view.name);
    if (replaced === undefined) announceResult(`“${view.name}” is saved.`);
    else
      announceResult(
        `“${view.name}” is saved. It replaces your earlier view of this name.`,
        restoreAction(replaced, viewsBefore),
      );
    return true;
  };

  const remove = async (view: SavedView): Promise<void> => {
    const announceResult = createAnnouncer();
    const viewsBefore = await changeViews((storedViews) => withoutView(storedViews, view));
    if (viewsBefore === null) return;
    announceResult(`“${view.name}” is deleted.`, restoreAction(view, viewsBefore));
  };

  return { views, save, remove };
}
