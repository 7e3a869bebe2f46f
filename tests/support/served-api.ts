import { serveFunctions } from "./functions-process.ts";

/*
 * Serves the API in one process for each worker, as in production. The functions emulator would start a process for each
 * call that comes while another one is running, and answers 504 if starting them takes too long. This file must be
 * imported after `worker-suite.ts`.
 */
process.env.LOGBOOK_API_URL ??= (await serveFunctions()).origin;
