import { lazyResource } from "../shared/lazy/lazy-resource.ts";

/** The dashboard's code, for a page that started logged out. */
export const dashboardCode = lazyResource(() => import("../features/dashboard/index.ts"));
