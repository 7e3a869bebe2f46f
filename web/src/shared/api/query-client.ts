import { onUserChange } from "../session/store.ts";
import { createQueryClient } from "./create-query-client.ts";

/** The server's data as this page knows it. */
export const queryClient = createQueryClient();

// The next user must not find the last one's data in the cache.
onUserChange(() => queryClient.clear());
