import { CACHE, retryDelay } from "@logbook/domain";
import { QueryCache, QueryClient } from "@tanstack/react-query";
import { getSession, subscribeSession } from "../session/store.ts";
import { failureOf } from "./api-error.ts";

/** Whether asking again may help: not when the server refused, unless it only asked for patience. */
export function mayRetry(failures: number, error: unknown): boolean {
  const status = failureOf(error)?.status ?? 0;
  return failures < CACHE.retries && (status < 400 || status >= 500 || status === 429);
}

/** The server's data as the page knows it, with the specification's figures (section 9). */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    // Once for each failed load, after its retries (section 8).
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

let owner = getSession().user?.id ?? null;

// Nobody may find another's data in the cache.
subscribeSession(() => {
  const user = getSession().user?.id ?? null;
  if (user !== owner) queryClient.clear();
  owner = user;
});
