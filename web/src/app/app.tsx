import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BrowserRouter, useLocation } from "react-router-dom";
import { queryClient } from "../shared/api/query-client.ts";
import { lazyResource } from "../shared/lazy/lazy-resource.ts";
import { ADMIN_SCREENS, RESET_PATH } from "../shared/screens/screens.ts";
import { onUserChange } from "../shared/session/store.ts";
import { Announcer, clearMessages } from "../shared/ui/announcer.tsx";
import { ErrorBoundary } from "../shared/ui/error-boundary.tsx";
import { TooltipLayer } from "../shared/ui/tooltip-layer.tsx";
import { accountScreensCode, Home, type HomeComponents } from "./home.tsx";
import { LazyScreen } from "./lazy-screen.tsx";

const notFoundCode = lazyResource(() => import("./not-found.tsx"));
const adminScreenCode = lazyResource(() => import("./admin-screen.tsx"));

// The next user must not see the last user's messages, or press the Undo button in one of them.
onUserChange(clearMessages);

/** Only server rendering passes a router and a query client. */
interface AppProps extends HomeComponents {
  wrapInRouter?: (screen: ReactNode) => ReactNode;
  client?: QueryClient;
}

/** The whole app: its providers, the routes of section 2 of the specification, and the routes for admins. */
export function App({ wrapInRouter = wrapInBrowserRouter, client = queryClient, ...homeComponents }: AppProps) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        {wrapInRouter(<CurrentScreen {...homeComponents} />)}
        <Announcer />
        <TooltipLayer />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

// Chooses the screen without the router's `<Routes>`, which would add 4 KB for three routes.
function CurrentScreen(homeComponents: HomeComponents) {
  const { pathname } = useLocation();
  if (pathname === "/") return <Home {...homeComponents} />;
  if (pathname === RESET_PATH)
    return <LazyScreen code={accountScreensCode}>{({ ResetPage }) => <ResetPage />}</LazyScreen>;
  const adminScreen = ADMIN_SCREENS.find(({ path }) => path === pathname);
  if (!adminScreen) return <LazyScreen code={notFoundCode}>{({ NotFound }) => <NotFound />}</LazyScreen>;
  return (
    <LazyScreen code={adminScreenCode}>
      {({ AdminScreen }) => <AdminScreen path={adminScreen.path} LoggedOut={homeComponents.LoggedOut} />}
    </LazyScreen>
  );
}

// Without transitions, React shows the screen of a new address at once.
const wrapInBrowserRouter = (screen: ReactNode) => <BrowserRouter useTransitions={false}>{screen}</BrowserRouter>;
