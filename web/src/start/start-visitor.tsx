import type { User } from "@logbook/domain";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "../app/app.tsx";
import { dashboardCode } from "../app/home.tsx";
import { LazyScreen } from "../app/lazy-screen.tsx";
import { LoggedOut } from "../features/auth/index.ts";
import { LOG_CAUGHT_ERRORS } from "../shared/ui/error-boundary.tsx";
import { restoreSessionWhenIdle } from "./restore-session.ts";

// The build has rendered the logged-out page into `index.html`. React hydrates it for a visitor of `/` (`data-first`),
// and renders any other page anew.
const root = document.getElementById("root")!;
const app = <App Dashboard={LazyDashboard} LoggedOut={LoggedOut} />;
if (document.documentElement.dataset.first === "visitor" && root.firstElementChild)
  hydrateRoot(root, app, LOG_CAUGHT_ERRORS);
else createRoot(root, LOG_CAUGHT_ERRORS).render(app);
document.documentElement.dataset.started = "";
document.documentElement.dataset.first = "hydrated";
// Of the clicks that `first.js` has recorded, replay only the last one on a button: users who see no effect click again.
// React hydrates that button at once.
const lastClicked = globalThis.logbookClicks.findLast((target) => target.closest("main button"));
lastClicked?.closest("button")?.click();
restoreSessionWhenIdle();

function LazyDashboard({ user }: { user: User }) {
  return <LazyScreen code={dashboardCode}>{({ Dashboard }) => <Dashboard user={user} />}</LazyScreen>;
}
