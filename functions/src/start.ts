import { createApp } from "./app.ts";
import { board } from "./board/process-board.ts";
import { titleIndex } from "./board/title-index.ts";
import { vocabulary } from "./board/vocabulary.ts";
import { writeLine } from "./http/request-log.ts";
import { watchMemory } from "./memory.ts";
import { pageCache } from "./reports/list-reports.ts";
import { ROUTES } from "./routes.ts";

// index.ts imports this file on the first request. Most requests need the board's snapshot, which takes longest to
// load. So the snapshot is loaded while the first request is authenticated.
board.preload();

export const app = createApp(ROUTES);

watchMemory({
  freeMemory() {
    pageCache.clear();
    titleIndex.clear();
    vocabulary.clear();
    board.freeMemory();
  },
  log: writeLine,
});
