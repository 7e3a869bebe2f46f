import { lazyResource } from "../shared/lazy/lazy-resource.ts";

/** The dashboard's code, for a page that began with the notice for visitors. */
export const dashboardCode = lazyResource(() => import("../features/dashboard/index.ts"));
