import { setTimeout as sleep } from "node:timers/promises";
import { type Failure, LIMITS } from "@logbook/domain";
import { type CallerToken, ONLY_ADMINS, readAsMember } from "./accounts/session.ts";
import { UNAUTHENTICATED } from "./accounts/tokens.ts";
import { board } from "./board/process-board.ts";
import { parseBoardHead } from "./firestore/board-head.ts";
import { type Committed, commitWrites, type StoredDocument } from "./firestore/documents.ts";
import { documentName, MalformedRequest } from "./firestore/rest.ts";
import { targetOf, type Write } from "./firestore/writes.ts";
import { type ApiResponse, failure, isFailure, UNAVAILABLE } from "./http/response.ts";
import { countAttempt, countersOf } from "./limits/counters.ts";
import { countWrite } from "./limits/write-limit.ts";
import { identityProblem, type ParsedCall, type Route } from "./route.ts";
import { createQueuePlace } from "./write-queue.ts";

const FORBIDDEN = failure("forbidden", "You are not allowed to do this. If you should be, please ask an admin.");
const CONFLICT = failure(
  "conflict",
  "Others are writing at this moment, so this was not stored. Please try again; nothing has been lost.",
);

// The API limits a report to `LIMITS.issueBytes`, but a write without the API may exceed this limit.
const TOO_LARGE = failure(
  "full",
  "This report is too large for this change. Somebody with access to the Firebase project can shorten or delete it there.",
);

const RETRY_MS = 4_000;
// While Firestore answers late, one try may take longer than `RETRY_MS`.
const MIN_ATTEMPTS = 3;
const BASE_BACKOFF_MS = 20;
const MAX_BACKOFF_MS = 200;

/**
 * Runs a call of a member: reads the member and the documents that the route needs in one consistent read, lets the
 * handler decide, and commits what it returns. Each document that was read and is written must still be as it was read;
 * if it is not, everything is repeated, for up to `RETRY_MS`.
 */
export async function runMemberCall(...call: MemberCall): Promise<ApiResponse | Failure> {
  const place = createQueuePlace();
  try {
    return await runWithRetries(place, ...call);
  } finally {
    place.leave();
  }
}

type MemberCall = [route: Route, call: ParsedCall | Failure, token: CallerToken, onMember: (uid: string) => void];

async function runWithRetries(
  place: ReturnType<typeof createQueuePlace>,
  ...[route, call, token, onMember]: MemberCall
): Promise<ApiResponse | Failure> {
  const reads = isFailure(call) ? {} : call.readsFor(token.uid);
  const paths = [...(route.needsBoard ? [BOARD_PATH] : []), ...Object.values(reads)];
  const retryUntil = Date.now() + RETRY_MS;
  let deniedVersions: string | null = null;
  for (let attempt = 0; ; attempt += 1) {
    const context = await readAsMember(token, paths);
    if (isFailure(context)) return context;
    const { caller, documents, readTime } = context;
    onMember(caller.uid);
    if (route.audience === "admin" && !caller.isAdmin) return ONLY_ADMINS;
    const limitFailure = attempt === 0 ? await countCall(route, call, caller.uid) : null;
    if (limitFailure !== null) return limitFailure;
    if (isFailure(call)) return call;
    const identityFailure = identityProblem(call.identity, caller);
    if (identityFailure !== null) return identityFailure;

    // Nothing has changed since the rules refused the commit, so the reason was no lost race.
    const versions = JSON.stringify(documents.map((document) => document?.updateTime));
    if (versions === deniedVersions) return FORBIDDEN;
    const documentsByPath = new Map(paths.map((path, index) => [path, documents[index] ?? null]));
    const namedDocuments = Object.fromEntries(
      Object.entries(reads).map(([name, path]) => [name, documentsByPath.get(path) ?? null]),
    );
    const head = route.needsBoard ? parseBoardHead(documentsByPath.get(BOARD_PATH) ?? null, readTime) : null;
    const result = await call.run({ caller, head, documents: namedDocuments, isRepeated: attempt > 0 });
    if (!("writes" in result)) return result;

    // After a wait, what was read is outdated. Filings wait for each other, because each needs the board's last number.
    if (await place.waitForTurn(reads.board ?? targetOf(result.writes[0]!))) continue;
    const writes = result.writes.map((write) => withPrecondition(write, documentsByPath));
    const outcome = await commitWrites(writes, result.isCommittedByCaller ? token.credentials : undefined).catch(
      (error: unknown) => {
        // Firestore refuses a document of more than 1 MiB as malformed.
        if (error instanceof MalformedRequest && documents.some(isLarge)) return TOO_LARGE;
        throw error;
      },
    );
    if (isFailure(outcome)) return outcome;
    if ("time" in outcome) {
      recordMove(writes, outcome);
      return result.respond(outcome.time);
    }
    if (outcome.refusal === "UNAVAILABLE") return UNAVAILABLE;
    // The caller's token has expired since it was verified, or the function's own token is not accepted.
    if (outcome.refusal === "UNAUTHENTICATED") return result.isCommittedByCaller ? UNAUTHENTICATED : UNAVAILABLE;
    // Firestore checks the rules before preconditions, so in a caller's commit a lost race looks like this, too.
    if (outcome.refusal === "PERMISSION_DENIED") deniedVersions = versions;
    if (Date.now() >= retryUntil && attempt >= MIN_ATTEMPTS) return CONFLICT;
    // The pause is random, so that two calls do not meet again and again.
    await sleep(Math.random() * Math.min(MAX_BACKOFF_MS, BASE_BACKOFF_MS * 2 ** attempt));
  }
}

/** Counts a call towards the limits of its caller. Returns `null` if it is allowed. */
async function countCall(route: Route, call: ParsedCall | Failure, uid: string): Promise<Failure | null> {
  if (route.method === "GET") return null;
  const limitFailure = await countWrite(uid, isFailure(call) ? 0 : call.textBytes);
  if (limitFailure !== null || isFailure(call) || route.reportLimit === null) return limitFailure;
  return await countAttempt(await countersOf([[route.reportLimit, `${uid} ${call.issueId}`]]));
}

const BOARD_PATH = "boards/main";

const isLarge = (document: StoredDocument | null): boolean =>
  document !== null && Buffer.byteLength(JSON.stringify(document.fields)) > LIMITS.issueBytes;

/** The write on the condition that its document is still as it was read; a document that was not read has none. */
function withPrecondition(write: Write, documents: ReadonlyMap<string, StoredDocument | null>): Write {
  if (write.currentDocument !== undefined) return write;
  const target = targetOf(write);
  for (const [path, document] of documents)
    if (documentName(path) === target)
      return { ...write, currentDocument: document === null ? { exists: false } : { updateTime: document.updateTime } };
  return write;
}

/** Tells the board's cache which report this commit has written, so that its next sync reads only that one. */
function recordMove(writes: readonly Write[], { results }: Committed): void {
  const index = writes.findIndex((write) => targetOf(write) === documentName(BOARD_PATH));
  const issueId = writes[index]?.update?.fields.issueId;
  const { version, values } = results[index] ?? { version: 0, values: [] };
  // The first transform of the board's write increments its revision (`moveBoard`).
  const [revision] = values;
  // A move may be about no report.
  if (issueId === undefined || !("stringValue" in issueId) || issueId.stringValue === "") return;
  if (typeof revision !== "number") return;
  board.recordMove({ revision, issueId: issueId.stringValue, version });
}
