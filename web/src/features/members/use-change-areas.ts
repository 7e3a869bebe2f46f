import type { Area } from "@logbook/domain";
import { useQueryClient } from "@tanstack/react-query";
import { failureOf, failureText, unwrap } from "../../shared/api/result.ts";
import { useAction } from "../../shared/api/use-action.ts";
import { createAnnouncer } from "../../shared/ui/announcer.tsx";
import { areasQuery, replaceAreas } from "./areas-api.ts";

/** Changes of the areas that the page shows. The API refuses them if another admin has changed the areas meanwhile. */
export function useChangeAreas(areas: readonly Area[]) {
  const client = useQueryClient();

  /** Stores `newAreas` in place of `shownAreas`. Throws if they were not stored. */
  const store = async (newAreas: readonly Area[], shownAreas: readonly Area[]): Promise<void> => {
    try {
      const { areas: stored } = await unwrap(
        replaceAreas({ areas: [...newAreas], from: [...shownAreas] }),
        "Failed to change the areas:",
      );
      client.setQueryData(areasQuery.queryKey, stored);
    } catch (error) {
      if (failureOf(error)?.code === "conflict") await client.invalidateQueries(areasQuery);
      throw error;
    }
    // The lists and the pages of reports have the areas, too.
    client.removeQueries({ queryKey: ["issues"], type: "inactive" });
    client.removeQueries({ queryKey: ["report"], type: "inactive" });
  };

  /** Brings a deleted area back to its place. Its reports have its id still, so they get it back. */
  const restore = async (area: Area, index: number): Promise<void> => {
    const announceResult = createAnnouncer();
    const shownAreas = client.getQueryData(areasQuery.queryKey) ?? [];
    try {
      await store(shownAreas.toSpliced(index, 0, area), shownAreas);
      announceResult(`The area “${area.name}” is back.`);
    } catch (error) {
      announceResult(`The area was not brought back. ${failureText(error)}`);
    }
  };

  const change = useAction(async ({ newAreas, done }: { newAreas: readonly Area[]; done: () => void }) => {
    await store(newAreas, areas);
    done();
  });
  const run = (newAreas: readonly Area[], done: () => void) => {
    if (!change.isPending) change.run({ newAreas, done });
  };

  return {
    error: change.error,
    isPending: change.isPending,
    /** Stores a new or a changed area. Throws if it was not stored. */
    save: async (area: Area): Promise<void> => {
      const announceResult = createAnnouncer();
      const index = areas.findIndex(({ id }) => id === area.id);
      await store(index < 0 ? [...areas, area] : areas.with(index, area), areas);
      change.clearError();
      announceResult(`The area “${area.name}” is saved.`);
    },
    moveUp: (area: Area) => {
      const announceResult = createAnnouncer();
      const index = areas.indexOf(area);
      run(areas.toSpliced(index, 1).toSpliced(index - 1, 0, area), () =>
        announceResult(`“${area.name}” is now number ${index} of ${areas.length}.`),
      );
    },
    remove: (area: Area) => {
      const announceResult = createAnnouncer();
      const index = areas.indexOf(area);
      run(areas.toSpliced(index, 1), () =>
        announceResult(`The area “${area.name}” is deleted. Its reports have no area now.`, {
          label: "Undo",
          shortcutHint: "Ctrl+Z brings it back.",
          run: () => void restore(area, index),
        }),
      );
    },
  };
}
