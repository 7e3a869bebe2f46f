import { isDeepStrictEqual } from "node:util";
import type { Area, AreasBody, Failure } from "@logbook/domain";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import { encodeFields } from "../firestore/values.ts";
import { type Commit, moveBoard, type Write } from "../firestore/writes.ts";
import { type ApiResponse, failure, ok } from "../http/response.ts";

const CHANGED_MEANWHILE = failure(
  "conflict",
  "Another admin has changed the areas in the meantime, so nothing was stored. Please look again and repeat your change.",
);

/** Stores the areas with the board, which every list reads anyway, and moves it, so that no list stays as it was. */
function setAreas(areas: readonly Area[]): Write {
  const { update, ...move } = moveBoard("");
  const fields = encodeFields({ areas: areas.map(({ id, name, pattern }) => ({ id, name, pattern })) });
  // Names no report: the board goes on naming the last one, which an instance may read once more.
  return { ...move, update: { name: update!.name, fields }, updateMask: { fieldPaths: Object.keys(fields) } };
}

export const listAreas = (head: StoredBoardHead | null): ApiResponse => ok({ areas: head?.areas ?? [] });

/**
 * Replaces the areas, unless another admin has changed them since the client read them (`from`). Reports keep the ids of
 * deleted areas: their number is not known, and an area whose deletion is undone gets them back.
 */
export function changeAreas(head: StoredBoardHead | null, { areas, from }: AreasBody): Commit | ApiResponse | Failure {
  const stored = head?.areas ?? [];
  // They may be stored already, by a call whose response was lost. So this check comes before the next one.
  if (isDeepStrictEqual(stored, areas)) return ok({ areas });
  if (!isDeepStrictEqual(stored, from)) return CHANGED_MEANWHILE;
  return { writes: [setAreas(areas)], respond: () => ok({ areas }) };
}
