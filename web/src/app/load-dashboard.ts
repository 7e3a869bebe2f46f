/** Loads the dashboard's code; called early, while a visitor types their name, it is there when they are in. */
export const loadDashboard = async () => ({ default: (await import("../dashboard/dashboard.tsx")).Dashboard });
