import { onUserChange } from "../../shared/session/store.ts";
import { createStore } from "../../shared/store/store.ts";

const NONE: ReadonlySet<string> = new Set();

/** The reports that the user has marked, by a vote or as a bug that they see too. */
export function createOwnMarks() {
  /** The ids of these reports; until they are loaded, only the marks of this visit. */
  const ids = createStore(NONE);
  /** The marks set (`true`) or taken back (`false`) in this visit, by report id. They override the loaded ones. */
  const ownChanges = new Map<string, boolean>();
  onUserChange(() => {
    ids.set(NONE);
    ownChanges.clear();
  });

  function setLoaded(loadedIds: Iterable<string>): void {
    const mergedIds = new Set(loadedIds);
    for (const [id, isMarked] of ownChanges) {
      if (isMarked) mergedIds.add(id);
      else mergedIds.delete(id);
    }
    ids.set(mergedIds);
  }

  return {
    ids,
    setLoaded,
    /** Shows a change that the server has stored. */
    change(id: string, isMarked: boolean): void {
      ownChanges.set(id, isMarked);
      setLoaded(ids.get());
    },
  };
}

export type OwnMarks = ReturnType<typeof createOwnMarks>;
