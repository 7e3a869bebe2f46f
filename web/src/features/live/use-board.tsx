import { type ComponentType, lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { onReturn } from "../../shared/browser/on-return.ts";
import { useIsWindowVisible } from "../../shared/browser/use-is-window-visible.ts";
import { ErrorBoundary } from "../../shared/ui/error-boundary.tsx";
import type { OnBoardEvent } from "./board-listener.tsx";

/**
 * The last known revision of the board (the document `boards/main`, which each write of a report changes), and the id
 * of the report whose write led to this revision. A hidden window has no `live` connection.
 */
export interface BoardState {
  revision: number | null;
  issueId: string | null;
  connection: "connecting" | "live" | "lost";
}

// The listener's code is large (74 KB), so it loads only when the user has stayed for this time, or returns.
const FIRST_ATTEMPT_DELAY_MS = 2_000;
// Firestore's SDK reports no error if the server never responds.
const FIRST_EVENT_TIMEOUT_MS = 20_000;
const RETRY_DELAY_MS = 30_000;

/** An attempt to listen. It has `failed` if the rules refused it, its code did not load, or no event came in time. */
interface Attempt {
  Listener: ComponentType<{ onEvent: OnBoardEvent }>;
  state: "started" | "connected" | "failed";
}

const newAttempt = (): Attempt => ({
  // Each attempt mounts a new component, which also loads the code again if that has failed.
  Listener: lazy(async () => ({ default: (await import("./board-listener.tsx")).BoardListener })),
  state: "started",
});

/** Listens to the board in a visible window, soon after `isReady` is true. The caller must render `listener`. */
export function useBoard(isReady: boolean): BoardState & { listener: ReactNode } {
  const [board, setBoard] = useState<BoardState>({ revision: null, issueId: null, connection: "connecting" });
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const isVisible = useIsWindowVisible();
  const activeAttempt = isVisible ? attempt : null;
  const state = activeAttempt?.state;

  const startAttempt = useCallback(() => setAttempt(newAttempt()), []);
  const shouldStartFirstAttempt = isReady && attempt === null;
  useEffect(() => {
    if (!shouldStartFirstAttempt) return;
    const timer = setTimeout(startAttempt, FIRST_ATTEMPT_DELAY_MS);
    const unsubscribe = onReturn(startAttempt);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [shouldStartFirstAttempt, startAttempt]);

  useEffect(() => {
    if (isVisible) return;
    setBoard((previous) => (previous.connection === "live" ? { ...previous, connection: "connecting" } : previous));
    // A hidden window has no listener. When the window is visible again, it renders the listener of a new attempt.
    setAttempt((previous) => previous && newAttempt());
  }, [isVisible]);

  // If the SDK has answered from its cache (`null`), it keeps trying to connect, so the attempt has not failed.
  const onEvent: OnBoardEvent = useCallback((event) => {
    setAttempt((previous) => (previous?.state === "started" ? { ...previous, state: "connected" } : previous));
    setBoard((previous) => (event === null ? { ...previous, connection: "lost" } : { ...event, connection: "live" }));
  }, []);

  const onError = useCallback(() => {
    setAttempt((previous) => previous && { ...previous, state: "failed" });
    setBoard((previous) => ({ ...previous, connection: "lost" }));
  }, []);

  useEffect(() => {
    if (state !== "started" && state !== "failed") return;
    const timer =
      state === "started" ? setTimeout(onError, FIRST_EVENT_TIMEOUT_MS) : setTimeout(startAttempt, RETRY_DELAY_MS);
    return () => clearTimeout(timer);
  }, [state, onError, startAttempt]);
  useEffect(() => (state === "failed" ? onReturn(startAttempt) : undefined), [state, startAttempt]);

  return {
    ...board,
    listener: activeAttempt && state !== "failed" && (
      <ErrorBoundary fallback={null} onError={onError}>
        <Suspense fallback={null}>
          <activeAttempt.Listener onEvent={onEvent} />
        </Suspense>
      </ErrorBoundary>
    ),
  };
}
