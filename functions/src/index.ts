import { onRequest } from "firebase-functions/https";
import { defineString } from "firebase-functions/params";
import { onDocumentWritten } from "firebase-functions/v2/firestore";
import { setGlobalOptions } from "firebase-functions/v2/options";
import { onSchedule } from "firebase-functions/v2/scheduler";
import { onObjectFinalized } from "firebase-functions/v2/storage";
import { keepBodiesUnparsed } from "./http/raw-body.ts";
import type { JobName } from "./jobs/jobs.ts";
import { startProblem } from "./start-check.ts";

const problem = startProblem(process.env);
if (problem !== null) throw new Error(problem);
keepBodiesUnparsed();

// `npm run deploy` sets the region (ops/deploy/files.ts). docs/cost.md explains the two numbers.
setGlobalOptions({ region: defineString("LOGBOOK_REGION"), maxInstances: 10, concurrency: 80 });

// An instance caches all reports: 100,000 of them take about 250 MB (bench/README.md).
const MEMORY = "1GiB";

/** The API: every call under `/api` (routes.ts). */
export const api = onRequest({ invoker: "public", cors: false, memory: MEMORY }, async (request, response) => {
  const { app } = await import("./start.ts");
  app(request, response);
});

/** Records the history and repairs writes that bypassed the rules. Events may be delivered twice or late. */
export const onIssueWritten = onDocumentWritten({ document: "issues/{issueId}", retry: true }, async (event) => {
  const { issueWritten } = await import("./triggers/issue-written.ts");
  await issueWritten(event);
});

/**
 * Removes the download token of every attachment. The functions emulator does not run this, because it would start a
 * process for each concurrent event; there the token is removed when the report is filed.
 */
export const onFileUploaded =
  process.env.FUNCTIONS_EMULATOR === "true"
    ? undefined
    : onObjectFinalized({ retry: true }, async (event) => {
        const { fileUploaded } = await import("./triggers/file-uploaded.ts");
        await fileUploaded(event);
      });

/** A job (jobs/jobs.ts) with its schedule, in UTC. */
const scheduled = (job: JobName, schedule: string, timeoutSeconds: number) =>
  onSchedule({ schedule, timeZone: "Etc/UTC", memory: MEMORY, timeoutSeconds }, async () => {
    const { runScheduled } = await import("./jobs/scheduled.ts");
    await runScheduled(job);
  });

/** Renews the board's snapshot if it is due; most runs do nothing. */
export const keepSnapshot = scheduled("snapshot", "every 15 minutes", 300);

/** Gives numbers to reports that have none. */
export const numberReports = scheduled("numbers", "every day 02:40", 1800);

/** Deletes reports for good that have been in the trash for 30 days. */
export const purgeTrash = scheduled("purge", "every day 03:10", 1800);

/** Deletes files that nothing lists. */
export const sweepFiles = scheduled("sweep", "every 12 hours", 1800);

/** Deletes accounts without a member, and frees names without one. */
export const removeOrphans = scheduled("orphans", "every day 04:10", 1800);
