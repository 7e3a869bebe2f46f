import { later } from "../app/later.ts";

/** What draws a report's details; loaded once the list is there, so that printing finds it. */
export const detailsCode = later(() => import("./details-body.tsx"));
