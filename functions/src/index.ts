import { onRequest } from "firebase-functions/https";
import { defineString } from "firebase-functions/params";
import { onDocumentCreated, onDocumentWritten } from "firebase-functions/v2/firestore";
import { requiresRole, setGlobalOptions } from "firebase-functions/v2/options";
import { onSchedule } from "firebase-functions/v2/scheduler";
import { onObjectFinalized } from "firebase-functions/v2/storage";
import { keepBodiesUnparsed } from "./http/raw-body.ts";
import type { JobName } from "./jobs/jobs.ts";
import { MEMORY } from "./memory.ts";
import { startProblem } from "./start-check.ts";

const problem = startProblem(process.env);
if (problem !== null) throw new Error(problem);
keepBodiesUnparsed();

// `npm run deploy` sets the region (ops/deploy/files.ts). docs/cost.md explains the numbers of instances and requests.
setGlobalOptions({ region: defineString("LOGBOOK_REGION"), maxInstances: 10, concurrency: 80 });

// firebase-tools creates an account with these roles, as which the functions run. The role with which they sign tokens
// is granted on that account itself and not here, because in the project it would let them act as every account.
requiresRole("roles/datastore.user");
requiresRole("roles/firebaseauth.admin");
requiresRole("roles/storage.objectAdmin");
// For the triggers.
requiresRole("roles/eventarc.eventReceiver");
requiresRole("roles/run.invoker");

/** The API: every call under `/api` (routes.ts). */
export const api = onRequest({ invoker: "public", cors: false, memory: MEMORY }, async (request, response) => {
  const { app } = await import("./start.ts");
  app(request, response);
});

/** Moves the board after a write without the API. Events may be delivered twice or late. */
export const onIssueWritten = onDocumentWritten({ document: "issues/{issueId}", retry: true }, async (event) => {
  const { issueWritten } = await import("./triggers/issue-written.ts");
  await issueWritten(event);
});

/**
 * Removes the download token of every attachment (attachments/strip-metadata.ts). The functions emulator must not run this
 * function: the emulator would start a process for each concurrent event. There, filing a report removes the tokens.
 */
export const onFileUploaded =
  process.env.FUNCTIONS_EMULATOR === "true"
    ? undefined
    : onObjectFinalized({ retry: true }, async (event) => {
        const { fileUploaded } = await import("./triggers/file-uploaded.ts");
        await fileUploaded(event);
      });

/**
 * What the chat hears is sent by one instance, so that many events become few messages. Without a chat these functions are
 * not deployed (`LOGBOOK_CHAT`, docs/deploy.md), and no other function has the secret.
 */
const CHAT_OPTIONS = {
  omit: defineString("LOGBOOK_CHAT").equals("off"),
  secrets: ["LOGBOOK_CHAT_URL"],
  maxInstances: 1,
  timeoutSeconds: 120,
};

/** Sends new reports and status steps to the chat. Events may be delivered twice or late. */
export const onHistoryCreated = onDocumentCreated(
  { ...CHAT_OPTIONS, document: "history/{eventId}", retry: true },
  async (event) => {
    const { historyCreated } = await import("./triggers/history-created.ts");
    await historyCreated(event);
  },
);

/** Sends published entries of What's new to the chat. Events may be delivered twice or late. */
export const onEntryWritten = onDocumentWritten(
  { ...CHAT_OPTIONS, document: "changelog/{entryId}", retry: true },
  async (event) => {
    const { entryWritten } = await import("./triggers/entry-written.ts");
    await entryWritten(event);
  },
);

/** Sends the test message that an admin has asked for. */
export const onChatTested = onDocumentWritten({ ...CHAT_OPTIONS, document: "settings/chat-test" }, async (event) => {
  const { chatTested } = await import("./triggers/chat-tested.ts");
  await chatTested(event);
});

// Cloud Scheduler waits for a job at most this long.
const MAX_TIMEOUT_SECONDS = 1800;

/** Deploys a job with its schedule, in UTC. jobs/jobs.ts says what each job does. */
const scheduleJob = (job: JobName, schedule: string, timeoutSeconds = MAX_TIMEOUT_SECONDS) =>
  onSchedule({ schedule, timeZone: "Etc/UTC", memory: MEMORY, timeoutSeconds }, async () => {
    const { runScheduled } = await import("./jobs/jobs.ts");
    await runScheduled(job);
  });

// The timeout is shorter than the interval, so that two runs never overlap.
export const keepSnapshot = scheduleJob("snapshot", "every 15 minutes", 300);
export const numberReports = scheduleJob("numbers", "every day 02:40");
export const purgeTrash = scheduleJob("purge", "every day 03:10");
export const sweepFiles = scheduleJob("sweep", "every 12 hours");
export const removeOrphans = scheduleJob("orphans", "every day 04:10");
