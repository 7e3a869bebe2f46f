import type { User } from "@logbook/domain";
import { createContext, type ReactNode, use } from "react";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { createQueryClient } from "../api/create-query-client.ts";
import { type ListView, readPage, type WirePage } from "../api/list-issues.ts";
import { App } from "../app/app.tsx";
import { Dashboard } from "../dashboard/dashboard.tsx";
import { pageQuery } from "../list/use-issues.ts";
import { readView, writeView } from "../list/view.ts";
import { FirstSession } from "../session/use-session.ts";

/**
 * The dashboard's markup for a person who sees this page of the list, as the browser's React hydrates it. Runs on the
 * function, which loads it from a file of its own.
 */
export function drawDashboard(user: User, view: ListView, list: WirePage): string {
  const address = writeView(view);
  const client = createQueryClient();
  client.setQueryData(pageQuery(readView(address)).queryKey, readPage(list));
  return renderToString(
    <Address value={`/?${address}`}>
      <FirstSession value={{ state: "loading", user, notice: null }}>
        <App client={client} Router={ListRouter} Dashboard={Dashboard} LoggedOut={Nothing} />
      </FirstSession>
    </Address>,
  );
}

const Address = createContext("/");

function ListRouter({ children }: { children: ReactNode }) {
  return <StaticRouter location={use(Address)}>{children}</StaticRouter>;
}

const Nothing = () => null;
