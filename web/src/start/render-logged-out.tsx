import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { App } from "../app/app.tsx";
import { LoggedOut } from "../features/auth/index.ts";

const RootRouter = ({ children }: { children: ReactNode }) => <StaticRouter location="/">{children}</StaticRouter>;

/** The logged-out page's markup, as the build writes it into `index.html` and React finds it there. */
export function renderLoggedOut(): string {
  return renderToString(<App LoggedOut={LoggedOut} Dashboard={() => null} Router={RootRouter} />);
}
