import { createApp } from "./app.ts";
import { board } from "./board/process-board.ts";
import { ROUTES } from "./routes.ts";

// The snapshot takes longest, and most calls need it; meanwhile the first request's session is opened.
board.preload();

/** The app of this process, created on its first request. */
export const app = createApp(ROUTES);
