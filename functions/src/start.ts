import { createApp } from "./app.ts";
import { board } from "./board/process-board.ts";
import { ROUTES } from "./routes.ts";

// Most calls need it, and it takes longest: who calls is found out meanwhile.
board.begin();

/** The app of this process, made on its first request. */
export const app = createApp(ROUTES);
