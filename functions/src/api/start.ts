import { ROUTES } from "../routes.ts";
import { createApp } from "./app.ts";

/** The app of this process, made on its first request. */
export const app = createApp(ROUTES);
