import { fuzzRoutes } from "./fuzz-routes.ts";

fuzzRoutes("sessions");
