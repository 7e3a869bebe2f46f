import { type ReactNode, Suspense, use, useCallback, useEffect, useReducer, useState } from "react";
import { onReturn } from "../../shared/browser/on-return.ts";
import { useVisible } from "../../shared/browser/use-visible.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { ErrorBoundary } from "../../shared/ui/error-boundary.tsx";
import type { BoardEvent } from "./board-listener.tsx";

/** The board's last known revision, and the state of the connection to it: `connecting` also after the window was hidden. */
export interface BoardState {
  revision: number | null;
  connection: "connecting" | "live" | "lost";
}

// Live updates wait for the first paint, at most this long.
const IDLE_TIMEOUT_MS = 4_000;
// The SDK reports no error on a connection that only stays silent.
const FIRST_EVENT_TIMEOUT_MS = 20_000;
const RETRY_DELAY_MS = 30_000;

function nextBoardState(board: BoardState, event: BoardEvent | { kind: "hidden" }): BoardState {
  switch (event.kind) {
    case "revision":
      return { revision: event.revision, connection: "live" };
    case "disconnected":
      return { ...board, connection: "lost" };
    case "hidden":
      return board.connection === "live" ? { ...board, connection: "connecting" } : board;
  }
}

type ListenerModule = typeof import("./board-listener.tsx");

/** One attempt to listen; `failed` when it was refused, its code did not load, or no event came in time. */
interface Attempt {
  number: number;
  code: Promise<ListenerModule>;
  state: "started" | "connected" | "failed";
}

const nextAttempt = (last: Attempt | null): Attempt => ({
  number: (last?.number ?? 0) + 1,
  code: import("./board-listener.tsx"),
  state: "started",
});

/** Listens to the board in a visible window, once `isReady`. Render the returned `listener`; it shows nothing. */
export function useBoard(isReady: boolean): BoardState & { listener: ReactNode } {
  const [board, dispatch] = useReducer(nextBoardState, { revision: null, connection: "connecting" });
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const isVisible = useVisible();
  const isFirstDue = isReady && attempt === null;
  const state = isVisible ? attempt?.state : undefined;

  useEffect(() => (isFirstDue ? whenIdle(() => setAttempt(nextAttempt), IDLE_TIMEOUT_MS) : undefined), [isFirstDue]);

  useEffect(() => {
    if (isVisible) return;
    dispatch({ kind: "hidden" });
    setAttempt((last) => last && nextAttempt(last));
  }, [isVisible]);

  const onEvent = useCallback((event: BoardEvent) => {
    setAttempt((last) => (last?.state === "started" ? { ...last, state: "connected" } : last));
    dispatch(event);
  }, []);

  const onError = useCallback(() => {
    setAttempt((last) => last && { ...last, state: "failed" });
    dispatch({ kind: "disconnected" });
  }, []);

  const retry = useCallback(() => setAttempt(nextAttempt), []);
  const hasFailed = state === "failed";
  useTimeout(onError, FIRST_EVENT_TIMEOUT_MS, state === "started");
  useTimeout(retry, RETRY_DELAY_MS, hasFailed);
  useEffect(() => (hasFailed ? onReturn(retry) : undefined), [hasFailed, retry]);

  return {
    ...board,
    listener: isVisible && attempt && attempt.state !== "failed" && (
      <ErrorBoundary fallback={null} key={attempt.number} onError={onError}>
        <Suspense fallback={null}>
          <LazyBoardListener code={attempt.code} onEvent={onEvent} />
        </Suspense>
      </ErrorBoundary>
    ),
  };
}

function useTimeout(onTimeout: () => void, timeoutMs: number, isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(onTimeout, timeoutMs);
    return () => clearTimeout(timer);
  }, [onTimeout, timeoutMs, isRunning]);
}

function LazyBoardListener({ code, onEvent }: { code: Promise<ListenerModule>; onEvent: (event: BoardEvent) => void }) {
  const { BoardListener } = use(code);
  return <BoardListener onEvent={onEvent} />;
}
