import { onUserChange } from "../session/store.ts";
import { createQueryClient } from "./create-query-client.ts";

/** The page's cache of the server's data. */
export const queryClient = createQueryClient();

// The next user must not find the last one's data in the cache.
onUserChange(() => queryClient.clear());
