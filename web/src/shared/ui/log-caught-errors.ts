import type { RootOptions } from "react-dom/client";

/** Root options that log an error caught by a boundary as one `console.error`, like the page's other failures. */
export const LOG_CAUGHT_ERRORS: RootOptions = {
  onCaughtError: (error) => console.error("Failed to show a part of the page:", error),
};
