import { lazy } from "react";

/** The notice for visitors, for a page that began with the dashboard. */
export const LoggedOut = lazy(async () => ({ default: (await import("../auth/logged-out.tsx")).LoggedOut }));
