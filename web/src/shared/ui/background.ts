import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { LOG_CAUGHT_ERRORS } from "./error-boundary.tsx";

let root: Root | undefined;

/**
 * Renders an invisible element outside the app, for work that needs hooks or a context and continues while screens
 * change, such as uploads by reactfire. The element replaces that of the last call.
 */
export function renderInBackground(element: ReactNode): void {
  root ??= createRoot(document.createElement("div"), LOG_CAUGHT_ERRORS);
  root.render(element);
}
