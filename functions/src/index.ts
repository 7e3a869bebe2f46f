import { onRequest } from "firebase-functions/https";
import { onDocumentWritten } from "firebase-functions/v2/firestore";
import { startProblem } from "./start-check.ts";

const problem = startProblem(process.env);
if (problem !== null) throw new Error(problem);

const region = "us-central1";

/** Every call under `/api`; the table of them is in routes.ts. */
export const api = onRequest(
  { region, invoker: "public", cors: false, memory: "512MiB" },
  async (request, response) => {
    const { app } = await import("./api/start.ts");
    app(request, response);
  },
);

/** Keeps the history, and repairs what was written around the rules; may be delivered twice or late. */
export const onIssueWritten = onDocumentWritten(
  { document: "issues/{issueId}", region, retry: true },
  async (event) => {
    const { issueWritten } = await import("./triggers/issue-written.ts");
    await issueWritten(event);
  },
);
