import type { User } from "@logbook/domain";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "../app/app.tsx";
import { dashboardCode } from "../app/home.tsx";
import { LazyScreen } from "../app/lazy-screen.tsx";
import { LoggedOut } from "../features/auth/index.ts";
import { LOG_CAUGHT_ERRORS } from "../shared/ui/error-boundary.tsx";
import { restoreSessionWhenIdle } from "./restore-session.ts";

// Starts the app for a visitor, and for a member on any page other than the list. The build has rendered the logged-out
// page into `index.html`: React hydrates that page for a visitor of `/` (`data-first`), and renders all other pages.
const root = document.getElementById("root")!;
const app = <App Dashboard={LazyDashboard} LoggedOut={LoggedOut} />;
// A development server renders nothing into `index.html`.
const hasMarkup = root.firstElementChild !== null;
if (document.documentElement.dataset.first === "visitor" && hasMarkup) hydrateRoot(root, app, LOG_CAUGHT_ERRORS);
else createRoot(root, LOG_CAUGHT_ERRORS).render(app);
// From now on `first.js` records no clicks.
document.documentElement.dataset.started = "";
document.documentElement.dataset.first = "hydrated";
// Replay only the last recorded click on a button, because users who see no effect click again. React hydrates that
// button at once.
const lastClicked = globalThis.logbookClicks.findLast((target) => target.closest("main button"));
lastClicked?.closest("button")?.click();
restoreSessionWhenIdle();

function LazyDashboard({ user }: { user: User }) {
  return <LazyScreen code={dashboardCode}>{({ Dashboard }) => <Dashboard user={user} />}</LazyScreen>;
}
