import { onRequest } from "firebase-functions/https";
import { defineString } from "firebase-functions/params";
import { onDocumentWritten } from "firebase-functions/v2/firestore";
import { setGlobalOptions } from "firebase-functions/v2/options";
import { onSchedule } from "firebase-functions/v2/scheduler";
import { onObjectFinalized } from "firebase-functions/v2/storage";
import { leaveBodiesAlone } from "./http/raw-body.ts";
import type { JobName } from "./jobs/jobs.ts";
import { startProblem } from "./start-check.ts";

const problem = startProblem(process.env);
if (problem !== null) throw new Error(problem);
leaveBodiesAlone();

/**
 * For every function: where it runs (`npm run deploy` sets the region, ops/deploy/files.ts), the most instances
 * that are billed at a time (docs/cost.md), and the calls that one instance takes at a time.
 */
setGlobalOptions({ region: defineString("LOGBOOK_REGION"), maxInstances: 10, concurrency: 80 });

// An instance keeps all reports: a hundred thousand of them take about 250 MB (bench/README.md).
const MEMORY = "1GiB";

/** Every call under `/api`; the table of them is in routes.ts. */
export const api = onRequest({ invoker: "public", cors: false, memory: MEMORY }, async (request, response) => {
  const { app } = await import("./start.ts");
  app(request, response);
});

/** Keeps the history, and repairs what was written around the rules; may be delivered twice or late. */
export const onIssueWritten = onDocumentWritten({ document: "issues/{issueId}", retry: true }, async (event) => {
  const { issueWritten } = await import("./triggers/issue-written.ts");
  await issueWritten(event);
});

/**
 * Takes the download token off every attachment; may be delivered twice or late. Not in the functions emulator, which
 * starts a process for each of several uploads: there filing a report does it.
 */
export const onFileUploaded =
  process.env.FUNCTIONS_EMULATOR === "true"
    ? undefined
    : onObjectFinalized({ retry: true }, async (event) => {
        const { fileUploaded } = await import("./triggers/file-uploaded.ts");
        await fileUploaded(event);
      });

/** A job of jobs/jobs.ts on a schedule of its own, in UTC. */
const scheduled = (job: JobName, schedule: string, timeoutSeconds: number) =>
  onSchedule({ schedule, timeZone: "Etc/UTC", memory: MEMORY, timeoutSeconds }, async () => {
    const { runScheduled } = await import("./jobs/scheduled.ts");
    await runScheduled(job);
  });

/** Keeps the board's snapshot for cold starts fresh; most runs find that nothing is to be done. */
export const keepSnapshot = scheduled("snapshot", "every 15 minutes", 300);

/** Removes for good what has been in the trash for 30 days. */
export const purgeTrash = scheduled("purge", "every day 03:10", 1800);

/** Removes files that nothing lists. */
export const sweepFiles = scheduled("sweep", "every day 03:40", 1800);

/** Removes accounts that never became members, and frees names that nobody has. */
export const removeOrphans = scheduled("orphans", "every day 04:10", 1800);
