import type { User } from "@logbook/domain";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { App } from "../app/app.tsx";
import { Dashboard } from "../features/dashboard/index.ts";
import { type ListView, pageQuery, readPage, readView, type WirePage, writeView } from "../features/list/index.ts";
import { createQueryClient } from "../shared/api/query-client.ts";
import { InitialSession } from "../shared/session/store.ts";

/**
 * Returns the dashboard's HTML for a user, a view and the list of that view. React hydrates the HTML in the browser.
 * The API calls this function; the build bundles it into a file of its own.
 */
export function renderDashboard(user: User, view: ListView, list: WirePage): string {
  const query = writeView(view);
  const client = createQueryClient();
  // The key is not made of `view`, because the dashboard reads its view from the address.
  client.setQueryData(pageQuery(readView(query)).queryKey, readPage(list));
  return renderToString(
    // In the browser, too, the session is `loading` when React hydrates this markup.
    <InitialSession value={{ state: "loading", user, notice: null }}>
      <App
        client={client}
        wrapInRouter={(screen) => <StaticRouter location={`/?${query}`}>{screen}</StaticRouter>}
        Dashboard={Dashboard}
        // The session has a user, so the app never shows this page.
        LoggedOut={() => null}
      />
    </InitialSession>,
  );
}
