import { type ReactNode, Suspense, use, useCallback, useEffect, useState } from "react";
import { onReturn } from "../../shared/browser/on-return.ts";
import { useIsWindowVisible } from "../../shared/browser/use-is-window-visible.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { ErrorBoundary } from "../../shared/ui/error-boundary.tsx";
import type { OnBoardEvent } from "./board-listener.tsx";

/**
 * The board's last known revision, the id of the report whose write led to that revision, and the state of the
 * connection. When the window is hidden, a `live` connection becomes `connecting`.
 */
export interface BoardState {
  revision: number | null;
  issueId: string | null;
  connection: "connecting" | "live" | "lost";
}

// Firestore's SDK reports no error if the server never responds.
const FIRST_EVENT_TIMEOUT_MS = 20_000;
const RETRY_DELAY_MS = 30_000;

type ListenerModule = typeof import("./board-listener.tsx");

/**
 * An attempt to listen. It has `failed` if the rules refused it, its code did not load, or no event came in time. Its
 * `number` is the key of its listener, so that each attempt mounts a new listener.
 */
interface Attempt {
  number: number;
  code: Promise<ListenerModule>;
  state: "started" | "connected" | "failed";
}

const startNextAttempt = (previous: Attempt | null): Attempt => ({
  number: (previous?.number ?? 0) + 1,
  code: import("./board-listener.tsx"),
  state: "started",
});

/** Listens to the board in a visible window, once `isReady` is true. The caller must render the returned `listener`. */
export function useBoard(isReady: boolean): BoardState & { listener: ReactNode } {
  const [board, setBoard] = useState<BoardState>({ revision: null, issueId: null, connection: "connecting" });
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const isVisible = useIsWindowVisible();
  const shouldStartFirstAttempt = isReady && attempt === null;
  const activeAttempt = isVisible ? attempt : null;
  const hasFailed = activeAttempt?.state === "failed";

  useEffect(() => {
    if (!shouldStartFirstAttempt) return;
    return whenIdle(() => setAttempt(startNextAttempt));
  }, [shouldStartFirstAttempt]);

  useEffect(() => {
    if (isVisible) return;
    setBoard((previous) => (previous.connection === "live" ? { ...previous, connection: "connecting" } : previous));
    // A hidden window has no listener. When the window is visible again, it renders the listener of a new attempt.
    setAttempt((previous) => previous && startNextAttempt(previous));
  }, [isVisible]);

  // `move` is `null` if the SDK has answered from its cache. It keeps trying to connect, so the attempt has not failed.
  const onEvent: OnBoardEvent = useCallback((move) => {
    setAttempt((previous) => (previous?.state === "started" ? { ...previous, state: "connected" } : previous));
    setBoard((previous) => (move === null ? { ...previous, connection: "lost" } : { ...move, connection: "live" }));
  }, []);

  const onError = useCallback(() => {
    setAttempt((previous) => previous && { ...previous, state: "failed" });
    setBoard((previous) => ({ ...previous, connection: "lost" }));
  }, []);

  const retry = useCallback(() => setAttempt(startNextAttempt), []);
  useTimeout(onError, FIRST_EVENT_TIMEOUT_MS, activeAttempt?.state === "started");
  useTimeout(retry, RETRY_DELAY_MS, hasFailed);
  useEffect(() => (hasFailed ? onReturn(retry) : undefined), [hasFailed, retry]);

  return {
    ...board,
    listener: activeAttempt && !hasFailed && (
      <ErrorBoundary fallback={null} key={activeAttempt.number} onError={onError}>
        <Suspense fallback={null}>
          <LazyBoardListener code={activeAttempt.code} onEvent={onEvent} />
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

function LazyBoardListener({ code, onEvent }: { code: Promise<ListenerModule>; onEvent: OnBoardEvent }) {
  const { BoardListener } = use(code);
  return <BoardListener onEvent={onEvent} />;
}
