import { later } from "./later.ts";

/** The dashboard's code, for a page that began with the notice for visitors. */
export const dashboardCode = later(() => import("../dashboard/dashboard.tsx"));

/** Begins to load it; called early, while a visitor types their name, it is there when they are in. */
export const loadDashboard = async () => dashboardCode.load();
