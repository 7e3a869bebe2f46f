import "./styles.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { loadDashboard } from "./app/load-dashboard.ts";
import { restoreSession } from "./session/session.ts";
import { getSession } from "./session/store.ts";
import { restoreTheme } from "./theme/theme.ts";

restoreTheme();
if (getSession().user !== null) {
  // Both are asked for before the first drawing; a failure shows where their result is used.
  loadDashboard().catch(() => undefined);
  restoreSession().catch((error: unknown) => console.error("Failed to restore the session:", error));
}

createRoot(document.getElementById("root")!).render(<App />);
