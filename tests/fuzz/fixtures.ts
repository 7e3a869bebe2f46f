import { readFileSync } from "node:fs";
import { PAGE_SIZES } from "@logbook/domain";
import fc from "fast-check";
import type { Route } from "../../functions/src/route.ts";
import { call, newAdmin, newMember, openSession, type Person, reportBody, upload } from "../support/actors.ts";
import { answerTestMessages } from "../support/chat-events.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { db, uniqueId } from "../support/suite.ts";
import type { Sender } from "./requests.ts";
import type { Hints } from "./schema-inputs.ts";

/** A running API and the users that send the requests. */
export interface FuzzFixtures {
  api: RunningApi;
  /** Ends the API. */
  stop(): Promise<void>;
  /** Files reports, and returns valid values for the route's fields and path parameters, by name. */
  createHints(route: Route): Promise<Hints>;
  tokenOf(sender: Sender): string | null;
  /** Opens a new session for each user whose session a request has ended. */
  renewSessions(): Promise<void>;
  /** Describes the stored data. */
  readDigest(): Promise<Digest>;
  /** The API's memory in bytes. */
  readMemory(): number;
}

/** A description of the stored data, which changes when a request stores anything. */
export interface Digest {
  /** The board's revision. */
  revision: number;
  /** The update times of the board and of the users' own documents, and the number of documents of each kind. */
  documents: string;
}

const OWN_DOCUMENTS = ["members", "ballots", "follows", "views"] as const;
const COUNTED_COLLECTIONS = ["issues", "trash", "history", "members", "usernames", "changelog"] as const;
const MEMORY_PAGE_BYTES = 4096;

export async function startFuzzFixtures(): Promise<FuzzFixtures> {
  const [admin, member, targetMember, api] = await Promise.all([
    newAdmin(),
    newMember(),
    newMember(),
    // The API has the memory of a deployed instance, and rate limits that no test reaches.
    serveFunctions({
      nodeOptions: ["--max-old-space-size=512"],
      env: { LIMITS_WIDTH: "999999", LOGBOOK_CHAT: "json" },
    }),
  ]);
  const stopAnswering = answerTestMessages();
  const senders: Record<Exclude<Sender, "guest">, Person> = { admin, member };
  const users = [admin, member, targetMember];

  return {
    api,
    async stop() {
      stopAnswering();
      await api.stop();
    },
    async createHints(route) {
      const { origin } = api;
      const reportIds = Array.from({ length: 20 }, () => uniqueId("r"));
      // Only the reporter can edit a report or say that it is fixed, and the admin sends the valid requests.
      const isFixAnswer = route.path === "/api/issues/:id/fix-answer";
      const reporter = isFixAnswer || route.path === "/api/issues/:id/texts" ? admin : member;
      await Promise.all(
        reportIds.map((id) => call("POST", "/api/issues", { origin, as: reporter, body: reportBody({ id }) })),
      );
      for (const status of isFixAnswer ? ["IN_PROGRESS", "TESTING", "RESOLVED"] : [])
        await Promise.all(
          reportIds.map((id) => call("PUT", `/api/issues/${id}`, { origin, as: admin, body: { status } })),
        );
      const fileId = uniqueId("f");
      await upload(admin, `attachments/${admin.uid}/${reportIds[0]}/${fileId}`, Buffer.from("Notes"), "text/plain");
      const amendmentId = uniqueId("n");
      const amendment = { id: amendmentId, issueId: reportIds[0], text: "Seen again." };
      await call("POST", "/api/issues/amendment", { origin, as: admin, body: amendment });
      const eventId = uniqueId("e");
      await db
        .doc(`history/${eventId}`)
        .set({ issueId: reportIds[0], kind: "edited", former: { title: "Old" }, at: new Date() });
      if (route.path.startsWith("/api/changelog/:entryId"))
        await Promise.all(reportIds.map((entryId) => db.doc(`changelog/${entryId}`).set({ title: "An entry" })));
      if (route.path.startsWith("/api/trash/:id"))
        await Promise.all(reportIds.map((id) => call("DELETE", `/api/issues/${id}`, { origin, as: admin, body: {} })));
      const resetTokens = route.path === "/api/auth/reset-password" ? await makeResetLinks(origin, admin) : [];
      // The first closing of a duplicate also stores who votes for the target, in a commit of its own.
      if (route.path === "/api/issues/:id/closing") {
        const closing = { reason: "duplicate", of: reportIds[0] };
        await call("PUT", `/api/issues/${reportIds[1]}/closing`, { origin, as: admin, body: closing });
      }
      return {
        ...sharedHints(admin, targetMember, reportIds),
        ...(resetTokens.length > 0 && { token: fc.constantFrom(...resetTokens) }),
        ...routeHints(route, admin, { issueId: reportIds[0]!, fileId, amendmentId, eventId }),
      };
    },
    tokenOf: (sender) => (sender === "guest" ? null : senders[sender].idToken),
    async renewSessions() {
      for (const person of Object.values(senders)) {
        const { status } = await call("GET", "/api/me", { origin: api.origin, as: person });
        if (status === 401) person.idToken = await openSession(person.uid);
      }
    },
    async readDigest() {
      const [board, ...documents] = await db.getAll(
        db.doc("boards/main"),
        ...users.flatMap(({ uid }) => OWN_DOCUMENTS.map((name) => db.doc(`${name}/${uid}`))),
      );
      const counts = await Promise.all(COUNTED_COLLECTIONS.map((name) => db.collection(name).count().get()));
      const updateTimes = [board!, ...documents].map(({ updateTime }) => String(updateTime?.valueOf()));
      return {
        revision: board!.get("revision") as number,
        documents: [...updateTimes, ...counts.map((count) => count.data().count)].join(),
      };
    },
    readMemory() {
      // The second number of `statm` is the resident memory in pages.
      const [, residentPages] = readFileSync(`/proc/${api.pid}/statm`, "utf8").split(" ");
      return Number(residentPages) * MEMORY_PAGE_BYTES;
    },
  };
}

/** The tokens of reset links, each of which works once. */
async function makeResetLinks(origin: string, admin: Person): Promise<string[]> {
  const members = await Promise.all(Array.from({ length: 5 }, () => newMember()));
  const responses = await Promise.all(
    members.map(({ uid }) => call("POST", `/api/members/${uid}/reset-link`, { origin, as: admin, body: {} })),
  );
  return responses.map(({ body }) => body.token);
}

/** Valid values for fields and path parameters that several routes share, by name. */
function sharedHints(admin: Person, targetMember: Person, reportIds: readonly string[]): Hints {
  const existingId = fc.constantFrom(...reportIds);
  return {
    id: fc.oneof({ weight: 4, arbitrary: NEW_ID }, { weight: 1, arbitrary: existingId }),
    issueId: existingId,
    ":id": existingId,
    ":numberOrId": existingId,
    ":uid": fc.constant(targetMember.uid),
    ":entryId": existingId,
    reports: fc.constant([]),
    // A request may name only its own sender, and the admin sends the valid requests.
    userId: fc.constant(admin.uid),
    username: fc.constant(admin.username),
    reporter: fc.constant(admin.username),
    websiteUrl: fc.constantFrom("", "https://example.org/a?b=c#d", "http://localhost:5000"),
    attachments: fc.constantFrom([], "", "[]"),
    since: INSTANT,
    until: INSTANT,
    ids: fc.array(existingId, { maxLength: 8 }).map((ids) => ids.join()),
    page: fc.integer({ min: 1, max: 999 }).map(String),
    pageSize: fc.constantFrom(...PAGE_SIZES.map(String)),
    password: fc.constantFrom("correct horse", "wrong horse"),
    currentPassword: fc.constantFrom("correct horse", "wrong horse"),
    newPassword: fc.constant("correct horse"),
    // With another setting nobody could register in later tests.
    admission: fc.constant("open"),
  };
}

// 4e12 ms is a time in the year 2096.
const INSTANT = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((date) => date.toISOString());
// With twelve characters or more no two random ids are equal.
const NEW_ID = fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/);

/** Valid values that only this route needs. */
function routeHints(
  { method, path }: Route,
  admin: Person,
  { issueId, fileId, amendmentId, eventId }: Record<"issueId" | "fileId" | "amendmentId" | "eventId", string>,
): Hints {
  // `from` is the edit time of the text that the client has opened; an empty string if nobody has edited the text.
  const amendmentPath = { ":id": fc.constant(issueId), ":amendmentId": fc.constant(amendmentId) };
  const hintsByRoute: Record<string, Hints> = {
    "POST /api/auth/delete-account": { password: fc.constantFrom("wrong horse", "another horse") },
    "POST /api/auth/register": { username: fc.stringMatching(/^[a-z][a-z0-9]{12,38}$/) },
    "GET /api/attachments/:uid/:issueId/:fileId": {
      ":uid": fc.constant(admin.uid),
      ":issueId": fc.constant(issueId),
      ":fileId": fc.constant(fileId),
    },
    "GET /api/issues/:id/history": { ":id": fc.constant(issueId), before: fc.constant(eventId) },
    "PUT /api/issues/:id/amendments/:amendmentId": { ...amendmentPath, from: fc.constant("") },
    "PUT /api/issues/:id/amendments/:amendmentId/hidden": amendmentPath,
    "GET /api/issues/:id/amendments/:amendmentId": amendmentPath,
    "PUT /api/issues/:id/assignee": { from: fc.constant("") },
    // A new bug is open; a random pair of statuses is seldom a step.
    "PUT /api/issues/:id": { status: fc.constantFrom("IN_PROGRESS", "CLOSED"), from: fc.constant("OPEN") },
    "PUT /api/issues/:id/closing": { of: fc.constant(issueId) },
    "PUT /api/issues/:id/texts": { from: fc.constant("") },
    // The stored entries have no time at which they were saved.
    "PUT /api/changelog/:entryId": { from: fc.constant("") },
    // The body as a whole, because it has exactly one of these fields. Nobody waits, so `admitted` would be refused.
    "PUT /api/members/:uid": {
      "": fc.oneof(fc.record({ disabled: fc.boolean() }), fc.record({ isAdmin: fc.boolean() })),
    },
    "GET /api/history/:eventId": { ":eventId": fc.constant(eventId) },
  };
  return hintsByRoute[`${method} ${path}`] ?? {};
}
