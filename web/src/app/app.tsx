import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { BrowserRouter, useLocation } from "react-router-dom";
import { queryClient } from "../shared/api/query-client.ts";
import { lazyResource } from "../shared/lazy/lazy-resource.ts";
import { ADMIN_SCREENS } from "../shared/screens/screens.ts";
import { onUserChange } from "../shared/session/store.ts";
import { Announcer, clearMessages } from "../shared/ui/announcer.tsx";
import { Background } from "../shared/ui/background.tsx";
import { ErrorBoundary } from "../shared/ui/error-boundary.tsx";
import { TooltipLayer } from "../shared/ui/tooltip-layer.tsx";
import { Home, type Screens } from "./home.tsx";
import { LazyScreen } from "./lazy-screen.tsx";

const notFoundCode = lazyResource(() => import("./not-found.tsx"));
const adminScreenCode = lazyResource(() => import("./admin-screen.tsx"));

// The next user must not see the last user's messages, nor undo what that user did.
onUserChange(clearMessages);

/** Server rendering passes a router and a query client of its own. */
interface AppProps extends Screens {
  wrapInRouter?: (screen: ReactNode) => ReactNode;
  client?: QueryClient;
}

/** The whole app with its providers and routes: those of section 2 of the specification, and those for admins. */
export function App({ wrapInRouter = wrapInBrowserRouter, client = queryClient, ...screens }: AppProps) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        {wrapInRouter(<CurrentScreen {...screens} />)}
        <Announcer />
        <TooltipLayer />
        <Background />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

// Chooses the screen without the router's `<Routes>`, whose 4 KB would be too much for so few routes.
function CurrentScreen(screens: Screens) {
  const { pathname } = useLocation();
  if (pathname === "/") return <Home {...screens} />;
  const screen = ADMIN_SCREENS.find(({ path }) => path === pathname);
  if (!screen) return <LazyScreen code={notFoundCode}>{({ NotFound }) => <NotFound />}</LazyScreen>;
  return (
    <LazyScreen code={adminScreenCode}>
      {({ AdminScreen }) => <AdminScreen path={screen.path} LoggedOut={screens.LoggedOut} />}
    </LazyScreen>
  );
}

const wrapInBrowserRouter = (screen: ReactNode) => <BrowserRouter useTransitions={false}>{screen}</BrowserRouter>;
