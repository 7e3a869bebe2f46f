import { type ReactNode, Suspense, use, useCallback, useEffect, useState } from "react";
import { onReturn } from "../../shared/browser/on-return.ts";
import { useIsWindowVisible } from "../../shared/browser/use-is-window-visible.ts";
import { whenIdle } from "../../shared/browser/when-idle.ts";
import { ErrorBoundary } from "../../shared/ui/error-boundary.tsx";
import type { OnBoardEvent } from "./board-listener.tsx";

/**
 * The board's last known revision, the report whose write made it, and the state of the connection. When the window
 * is hidden, a `live` connection becomes `connecting`.
 */
export interface BoardState {
  revision: number | null;
  issueId: string | null;
  connection: "connecting" | "live" | "lost";
}

// The SDK reports no error if the server never responds.
const FIRST_EVENT_TIMEOUT_MS = 20_000;
const RETRY_DELAY_MS = 30_000;

type ListenerModule = typeof import("./board-listener.tsx");

/** One attempt to listen; `failed` if it was refused, its code did not load, or no event came in time. */
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
  const [board, setBoard] = useState<BoardState>({ revision: null, issueId: null, connection: "connecting" });
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const isVisible = useIsWindowVisible();
  const shouldStartFirstAttempt = isReady && attempt === null;
  const visibleAttemptState = isVisible ? attempt?.state : undefined;

  useEffect(() => {
    if (!shouldStartFirstAttempt) return;
    return whenIdle(() => setAttempt(nextAttempt));
  }, [shouldStartFirstAttempt]);

  useEffect(() => {
    if (isVisible) return;
    setBoard((last) => (last.connection === "live" ? { ...last, connection: "connecting" } : last));
    // The listener of this attempt is rendered once the window is visible again.
    setAttempt((last) => last && nextAttempt(last));
  }, [isVisible]);

  const onEvent: OnBoardEvent = useCallback((move) => {
    setAttempt((last) => (last?.state === "started" ? { ...last, state: "connected" } : last));
    setBoard((last) => (move === null ? { ...last, connection: "lost" } : { ...move, connection: "live" }));
  }, []);

  const onError = useCallback(() => {
    setAttempt((last) => last && { ...last, state: "failed" });
    setBoard((last) => ({ ...last, connection: "lost" }));
  }, []);

  const retry = useCallback(() => setAttempt(nextAttempt), []);
  const hasFailed = visibleAttemptState === "failed";
  useTimeout(onError, FIRST_EVENT_TIMEOUT_MS, visibleAttemptState === "started");
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

function LazyBoardListener({ code, onEvent }: { code: Promise<ListenerModule>; onEvent: OnBoardEvent }) {
  const { BoardListener } = use(code);
  return <BoardListener onEvent={onEvent} />;
}
