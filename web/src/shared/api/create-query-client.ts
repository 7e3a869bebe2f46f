import { CACHE, retryDelay } from "@logbook/domain";
import { notifyManager, onlineManager, QueryCache, QueryClient } from "@tanstack/react-query";
import { failureOf } from "./api-error.ts";

/** Whether asking again may help: not when the server refused, unless it only asked for patience, and not for long. */
function mayRetry(failures: number, error: unknown): boolean {
  const { status = 0 } = failureOf(error) ?? {};
  if (status === 429 && askedForMs(error) > CACHE.retryCapMs) return false;
  return failures < CACHE.retries && (status < 400 || status >= 500 || status === 429);
}

/** Milliseconds before the next try, never sooner than the server asked for. */
function waitBefore(attempt: number, error: unknown): number {
  return Math.max(retryDelay(attempt), Math.min(askedForMs(error), CACHE.retryCapMs));
}

function askedForMs(error: unknown): number {
  return (failureOf(error)?.retryAfter ?? 0) * 1000;
}

/**
 * A query client with the specification's figures (section 9). A query's `meta.failure` is what the console says,
 * once, when it failed for good (section 8).
 */
export function createQueryClient(): QueryClient {
  // By default a timer, which a busy page comes to late.
  notifyManager.setScheduler(queueMicrotask);
  // By default it believes in a line until it hears otherwise; one that went before that would never come back.
  onlineManager.setOnline(navigator.onLine !== false);
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.failure) console.error(query.meta.failure, error);
      },
    }),
    defaultOptions: {
      queries: {
        gcTime: CACHE.unusedMs,
        staleTime: 5_000,
        retry: mayRetry,
        retryDelay: waitBefore,
        // Without `always` a load would wait silently while the browser believes itself offline.
        networkMode: "always",
        // By default not with `always`: what failed would stay so. What is there stays as it is.
        refetchOnReconnect: ({ state }) => (state.status === "success" ? false : "always"),
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
