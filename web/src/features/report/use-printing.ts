import { useMediaQuery } from "../../shared/browser/use-media-query.ts";
import { createStore } from "../../shared/store/create-store.ts";
import { useStore } from "../../shared/store/use-store.ts";

const printAnnounced = createStore(false);

/** Sets whether the page is about to be printed. */
export const announcePrint = printAnnounced.set;

/** Whether the page is being printed; then all collapsed content is rendered. */
export function usePrinting(): boolean {
  const isAnnounced = useStore(printAnnounced);
  const isPrint = useMediaQuery("print");
  return isAnnounced || isPrint;
}
