import type { RootOptions } from "react-dom/client";

/** How React logs what a boundary caught: like every other failure of the page, and by name. */
export const LOG_CAUGHT_ERRORS: RootOptions = {
  onCaughtError: (error) => console.error("Failed to show a part of the page:", error),
};
