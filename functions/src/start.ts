import { board } from "./board/process-board.ts";
import { ROUTES } from "./routes.ts";
import { createApp } from "./app.ts";

// Most calls need it, and it takes longest: who calls is found out meanwhile.
board.begin();

/** The app of this process, made on its first request. */
export const app = createApp(ROUTES);
