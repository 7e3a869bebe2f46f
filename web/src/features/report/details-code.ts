import { lazyResource } from "../../shared/lazy/lazy-resource.ts";

/** What draws a report's details; loaded once the list is there, so that printing finds it. */
export const detailsCode = lazyResource(() => import("./details-body.tsx"));
