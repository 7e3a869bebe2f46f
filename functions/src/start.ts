import { createApp } from "./app.ts";
import { board } from "./board/process-board.ts";
import { ROUTES } from "./routes.ts";

// index.ts imports this file on the first request. Most requests need the board's snapshot, which takes longest to
// load. So the snapshot is loaded while the first request is authenticated.
board.preload();

export const app = createApp(ROUTES);
