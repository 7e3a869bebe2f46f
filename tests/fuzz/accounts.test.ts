import { ROUTES } from "../../functions/src/routes.ts";
import { fuzzRoutes, isAboutReports } from "./fuzz-routes.ts";

fuzzRoutes(ROUTES.filter((route) => !isAboutReports(route)));
