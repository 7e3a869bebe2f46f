import { fuzzRoutes } from "./fuzz-routes.ts";

fuzzRoutes("reports");
