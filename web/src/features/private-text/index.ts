import { lazyResource } from "../../shared/lazy/lazy-resource.ts";

export type { LeftIn } from "./look-through.ts";

/** Loads the code that looks through texts; rejects if it cannot be loaded. */
export const loadPrivateText = () => import("./private-text.ts");
export const privateTextCode = lazyResource(loadPrivateText);
