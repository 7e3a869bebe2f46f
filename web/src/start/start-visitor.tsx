import type { User } from "@logbook/domain";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "../app/app.tsx";
import { dashboardCode } from "../app/home.tsx";
import { LazyScreen } from "../app/lazy-screen.tsx";
import { LoggedOut } from "../features/auth/index.ts";
import { LOG_CAUGHT_ERRORS } from "../shared/ui/log-caught-errors.ts";
import { restoreSessionWhenIdle } from "./restore-session.ts";

// The build has rendered the logged-out page into `index.html`; React hydrates it.
const root = document.getElementById("root")!;
const app = <App Dashboard={LazyDashboard} LoggedOut={LoggedOut} />;
if (document.documentElement.dataset.first === "visitor" && root.firstElementChild)
  hydrateRoot(root, app, LOG_CAUGHT_ERRORS);
else createRoot(root, LOG_CAUGHT_ERRORS).render(app);
document.documentElement.dataset.started = "";
document.documentElement.dataset.first = "hydrated";
// Replay only the last click: a user who gets no response clicks again and means the same. React hydrates a clicked
// element at once.
globalThis.logbookClicks
  .findLast((target) => target.closest("main button"))
  ?.closest("button")
  ?.click();
restoreSessionWhenIdle();

function LazyDashboard({ user }: { user: User }) {
  return <LazyScreen code={dashboardCode}>{({ Dashboard }) => <Dashboard user={user} />}</LazyScreen>;
}
