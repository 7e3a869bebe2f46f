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

const notFound = lazyResource(() => import("./not-found.tsx"));
const adminScreen = lazyResource(() => import("./admin-screen.tsx"));

// The last user's messages, and their Undo, must not reach the next user.
onUserChange(clearMessages);

/** Server rendering passes a router and a query client of its own. */
interface AppProps extends Screens {
  inRouter?: (screen: ReactNode) => ReactNode;
  client?: QueryClient;
}

/** The whole app: its providers, and its routes (section 2, and those for admins). */
export function App({ inRouter = inPageRouter, client = queryClient, ...screens }: AppProps) {
  return (
    <ErrorBoundary>
      <QueryClientProvider client={client}>
        {inRouter(<Screen {...screens} />)}
        <Announcer />
        <TooltipLayer />
        <Background />
      </QueryClientProvider>
    </ErrorBoundary>
  );
}

// For so few routes, the 4 KB of the router's `<Routes>` would be too much.
function Screen(screens: Screens) {
  const { pathname } = useLocation();
  if (pathname === "/") return <Home {...screens} />;
  const screen = ADMIN_SCREENS.find(({ path }) => path === pathname);
  if (!screen) return <LazyScreen code={notFound}>{({ NotFound }) => <NotFound />}</LazyScreen>;
  return (
    <LazyScreen code={adminScreen}>
      {({ AdminScreen }) => <AdminScreen path={screen.path} LoggedOut={screens.LoggedOut} />}
    </LazyScreen>
  );
}

const inPageRouter = (screen: ReactNode) => <BrowserRouter useTransitions={false}>{screen}</BrowserRouter>;
