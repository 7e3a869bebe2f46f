import { CACHE, retryDelay } from "@logbook/domain";
import { notifyManager, onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { onUserChange } from "../session/store.ts";
import { failureOf } from "./result.ts";

/** Whether to retry a query: after a network or server error, and after a 429 that asks for a short wait. */
export function mayRetry(failureCount: number, error: unknown): boolean {
  // The status is 0 if no response arrived.
  const status = failureOf(error)?.status ?? 0;
  if (status === 429 && retryAfterMs(error) > CACHE.retryCapMs) return false;
  const isTemporary = status < 400 || status >= 500 || status === 429;
  return isTemporary && failureCount < CACHE.retries;
}

/** The milliseconds to wait before retry number `attempt`, counted from 0. */
export function delayBeforeRetry(attempt: number, error: unknown): number {
  return Math.max(retryDelay(attempt), Math.min(retryAfterMs(error), CACHE.retryCapMs));
}

function retryAfterMs(error: unknown): number {
  return (failureOf(error)?.retryAfter ?? 0) * 1000;
}

/** A query client with the cache times and retries of section 9. It logs each failed query once (section 8). */
export function createQueryClient(): QueryClient {
  // By default listeners are called from a timer, which runs late while the page is busy.
  notifyManager.setScheduler(queueMicrotask);
  // By default the client assumes that the browser is online. After a start offline it would ignore the event `online`.
  // On the server `onLine` is `undefined`.
  onlineManager.setOnline(navigator.onLine !== false);
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // A query without this text may fail silently.
        if (query.meta?.failure) console.error(query.meta.failure, error);
      },
    }),
    defaultOptions: {
      queries: {
        gcTime: CACHE.unusedMs,
        // A screen that opens within this time shows the cached data without a request.
        staleTime: 5_000,
        retry: mayRetry,
        retryDelay: delayBeforeRetry,
        // Without this option a query would wait silently while the browser reports that it is offline.
        networkMode: "always",
        // With `networkMode: "always"` the default is `false`: a failed query would not run again after a reconnect.
        refetchOnReconnect: ({ state }) => (state.status === "success" ? false : "always"),
      },
    },
  });
}

export const queryClient = createQueryClient();

// The next user must not find the last user's data in the cache.
onUserChange(() => queryClient.clear());

/** Refetches the queries with this name that are on the screen and removes all others from the cache. */
export async function reload(queryName: string): Promise<void> {
  // A cached list would first appear with its old reports, and its cards would move while the user reads them.
  queryClient.removeQueries({ queryKey: [queryName], type: "inactive" });
  await queryClient.invalidateQueries({ queryKey: [queryName] });
}
