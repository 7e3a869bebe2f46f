import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { App } from "../app/app.tsx";
import { LoggedOut } from "../features/auth/index.ts";

/** The logged-out page's HTML, which the build writes into `index.html` and React hydrates. */
export function renderLoggedOut(): string {
  const wrapInRouter = (screen: ReactNode) => <StaticRouter location="/">{screen}</StaticRouter>;
  // The server has no session, so the app shows the logged-out page and never the dashboard.
  return renderToString(<App LoggedOut={LoggedOut} Dashboard={() => null} wrapInRouter={wrapInRouter} />);
}
