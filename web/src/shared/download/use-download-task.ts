import { useEffect, useRef, useState } from "react";
import { type Failure, failureText } from "../api/result.ts";
import type { DownloadTask, Progress } from "./run-calls.ts";

export type DownloadState =
  | { kind: "idle" }
  | { kind: "running"; progress: Progress | null }
  /** A call has failed and waits for `retry`. */
  | { kind: "paused"; progress: Progress | null; error: string; retry: () => void }
  | { kind: "done"; summary: string }
  | { kind: "failed"; error: string };

/**
 * Runs a download that takes many calls. `run` resolves to the sentence that sums it up, or to `null` if the user has
 * not chosen a file. The download is cancelled when
 * the component unmounts; while it runs, the browser asks before the user leaves the page.
 */
export function useDownloadTask(run: (task: DownloadTask) => Promise<string | null>) {
  const [state, setState] = useState<DownloadState>({ kind: "idle" });
  const controller = useRef<AbortController | null>(null);
  const isActive = state.kind === "running" || state.kind === "paused";

  useEffect(() => () => controller.current?.abort(), []);
  useEffect(() => {
    if (!isActive) return;
    const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", askBeforeLeaving);
    return () => removeEventListener("beforeunload", askBeforeLeaving);
  }, [isActive]);

  const start = async () => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    let progress: Progress | null = null;
    const show = (newState: DownloadState) => {
      if (!signal.aborted) setState(newState);
    };
    show({ kind: "running", progress });
    const waitForUser = ({ error }: Failure) =>
      new Promise<void>((resolve) => {
        const retry = () => {
          show({ kind: "running", progress });
          resolve();
        };
        show({ kind: "paused", progress, error, retry });
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    const setProgress = (newProgress: Progress) => {
      progress = newProgress;
      show({ kind: "running", progress });
    };
    try {
      const summary = await run({ signal, setProgress, waitForUser });
      show(summary === null ? { kind: "idle" } : { kind: "done", summary });
    } catch (error) {
      if (!signal.aborted) console.error("Failed to make a file:", error);
      show({ kind: "failed", error: failureText(error, "The file could not be made. Please try again.") });
    }
  };

  return { state, isActive, start: () => void start() };
}
