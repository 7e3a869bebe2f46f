import { lazyResource } from "../../shared/lazy/lazy-resource.ts";

/** The code of a report's details; loaded once the list shows, so that printing has it. */
export const detailsCode = lazyResource(() => import("./details-body.tsx"));
