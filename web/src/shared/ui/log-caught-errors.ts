import type { RootOptions } from "react-dom/client";

/** React root options: each error that an error boundary catches is logged by one `console.error`. */
export const LOG_CAUGHT_ERRORS: RootOptions = {
  onCaughtError: (error) => console.error("Failed to show a part of the page:", error),
};
