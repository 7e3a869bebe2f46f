import { createApp } from "./app.ts";
import { board } from "./board/process-board.ts";
import { ROUTES } from "./routes.ts";

// Most calls need the snapshot, which takes the longest time to load. It loads while the first session is opened.
board.preload();

/** The app of this process, created on its first request. */
export const app = createApp(ROUTES);
