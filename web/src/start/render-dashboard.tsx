import type { User } from "@logbook/domain";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { App } from "../app/app.tsx";
import { Dashboard } from "../features/dashboard/index.ts";
import { pageQuery, readView, writeView } from "../features/list/index.ts";
import type { ListView } from "../shared/api/issue-page.ts";
import { readPage, type WirePage } from "../shared/api/list-issues.ts";
import { createQueryClient } from "../shared/api/query-client.ts";
import { InitialSession } from "../shared/session/use-session.ts";

/**
 * Returns the dashboard's HTML for a user, a view and its list; React hydrates it in the browser. The API calls this
 * function; the build bundles it into a file of its own.
 */
export function renderDashboard(user: User, view: ListView, list: WirePage): string {
  const address = writeView(view);
  const client = createQueryClient();
  client.setQueryData(pageQuery(readView(address)).queryKey, readPage(list));
  return renderToString(
    <InitialSession value={{ state: "loading", user, notice: null }}>
      <App
        client={client}
        wrapInRouter={(screen) => <StaticRouter location={`/?${address}`}>{screen}</StaticRouter>}
        Dashboard={Dashboard}
        LoggedOut={() => null}
      />
    </InitialSession>,
  );
}
