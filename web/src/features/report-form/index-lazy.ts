export { similarReportsQuery } from "./api.ts";
