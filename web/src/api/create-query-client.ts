import { CACHE, retryDelay } from "@logbook/domain";
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { failureOf } from "./api-error.ts";

/** Whether asking again may help: not when the server refused, unless it only asked for patience. */
function mayRetry(failures: number, error: unknown): boolean {
  const status = failureOf(error)?.status ?? 0;
  return failures < CACHE.retries && (status < 400 || status >= 500 || status === 429);
}

/**
 * A query client with the specification's figures (section 9). A query's `meta.failure` is what the console says,
 * once, when it failed for good (section 8).
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (query.meta?.failure) console.error(query.meta.failure, error);
      },
    }),
    defaultOptions: {
      // Without `always` a load would wait silently while the browser believes itself offline.
      queries: { gcTime: CACHE.unusedMs, staleTime: 5_000, retry: mayRetry, retryDelay, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}
