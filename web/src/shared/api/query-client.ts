import { getSession, subscribeSession } from "../session/store.ts";
import { createQueryClient } from "./create-query-client.ts";

/** The server's data as this page knows it. */
export const queryClient = createQueryClient();

let owner = getSession().user?.id ?? null;

// Nobody may find another's data in the cache.
subscribeSession(() => {
  const user = getSession().user?.id ?? null;
  if (user !== owner) queryClient.clear();
  owner = user;
});
