import { type ReactNode, Suspense, use, useCallback, useEffect, useReducer, useState } from "react";
import { onReturn } from "../../shared/browser/on-return.ts";
import { useVisible } from "../../shared/browser/use-visible.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { Door } from "../../shared/firebase/door.tsx";
import type { Heard } from "./board-room.tsx";

/** `waiting`: nothing was heard yet, or not again since the window was hidden; `lost`: the line is cut. */
type Line = "waiting" | "live" | "lost";

/** The board as its listener knows it: its revision, as last heard, and how the line is. */
export interface Board {
  revision: number | null;
  line: Line;
}

// The first paint comes before live updates.
const IDLE_WITHIN_MS = 4_000;
// A listener that tells nothing for so long is given up. What is silent for good has no other end.
const SILENT_MS = 20_000;
// A listener that was refused, was silent, or whose code could not be loaded, is tried again after this long.
const TRY_AGAIN_MS = 30_000;

function hear(board: Board, heard: Heard | { kind: "hidden" }): Board {
  switch (heard.kind) {
    case "revision":
      return { revision: heard.revision, line: "live" };
    case "cut":
      return { ...board, line: "lost" };
    case "hidden":
      return board.line === "live" ? { ...board, line: "waiting" } : board;
  }
}

type RoomModule = typeof import("./board-room.tsx");

/** One try to listen, from when the room is opened; `shut` once it failed for good or was given up. */
interface Visit {
  turn: number;
  code: Promise<RoomModule>;
  state: "opened" | "heard" | "shut";
}

const newVisit = (last: Visit | null): Visit => ({
  turn: (last?.turn ?? 0) + 1,
  code: import("./board-room.tsx"),
  state: "opened",
});

/**
 * Listens to the board while the window can be seen, once `ready` says that the page shows its list; the code for it is
 * loaded then. `room` has to be drawn somewhere, though nothing of it is seen.
 */
export function useBoard(ready: boolean): Board & { room: ReactNode } {
  const [board, tell] = useReducer(hear, { revision: null, line: "waiting" });
  const [visit, setVisit] = useState<Visit | null>(null);
  const visible = useVisible();
  const awaited = ready && visit === null;
  const state = visible ? visit?.state : undefined;

  useEffect(() => (awaited ? whenIdle(() => setVisit(newVisit), IDLE_WITHIN_MS) : undefined), [awaited]);

  useEffect(() => {
    if (visible) return;
    tell({ kind: "hidden" });
    setVisit((last) => last && newVisit(last));
  }, [visible]);

  const onHeard = useCallback((heard: Heard) => {
    setVisit((last) => (last?.state === "opened" ? { ...last, state: "heard" } : last));
    tell(heard);
  }, []);

  const onShut = useCallback(() => {
    setVisit((last) => last && { ...last, state: "shut" });
    tell({ kind: "cut" });
  }, []);

  useEffect(() => {
    if (state !== "opened") return;
    const timer = setTimeout(onShut, SILENT_MS);
    return () => clearTimeout(timer);
  }, [state, onShut]);

  useEffect(() => {
    if (state !== "shut") return;
    const again = () => setVisit(newVisit);
    const timer = setTimeout(again, TRY_AGAIN_MS);
    const forget = onReturn(again);
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, [state]);

  return {
    ...board,
    room: visible && visit && visit.state !== "shut" && (
      <Door key={visit.turn} onShut={onShut}>
        <Suspense fallback={null}>
          <Room code={visit.code} onHeard={onHeard} />
        </Suspense>
      </Door>
    ),
  };
}

function Room({ code, onHeard }: { code: Promise<RoomModule>; onHeard: (heard: Heard) => void }) {
  const { BoardRoom } = use(code);
  return <BoardRoom onHeard={onHeard} />;
}
