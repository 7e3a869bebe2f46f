import { onRequest } from "firebase-functions/https";
import * as logger from "firebase-functions/logger";
import { onDocumentWritten } from "firebase-functions/v2/firestore";
import { onSchedule } from "firebase-functions/v2/scheduler";
import { startProblem } from "./start-check.ts";

const problem = startProblem(process.env);
if (problem !== null) throw new Error(problem);

const region = "us-central1";
// An instance keeps all reports: a hundred thousand of them take about 310 MB (bench/README.md).
const MEMORY = "1GiB";

/** Every call under `/api`; the table of them is in routes.ts. */
export const api = onRequest({ region, invoker: "public", cors: false, memory: MEMORY }, async (request, response) => {
  const { app } = await import("./api/start.ts");
  app(request, response);
});

/** Keeps the history, and repairs what was written around the rules; may be delivered twice or late. */
export const onIssueWritten = onDocumentWritten(
  { document: "issues/{issueId}", region, retry: true },
  async (event) => {
    const { issueWritten } = await import("./triggers/issue-written.ts");
    await issueWritten(event);
  },
);

/** Keeps the board's snapshot for cold starts fresh; most runs find that nothing is to be done. */
export const keepSnapshot = onSchedule(
  { schedule: "every 15 minutes", region, memory: MEMORY, timeoutSeconds: 300 },
  async () => {
    const { JOBS } = await import("./jobs/jobs.ts");
    logger.info(await JOBS.snapshot());
  },
);
