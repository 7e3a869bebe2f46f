import { readFileSync } from "node:fs";
import { PAGE_SIZES } from "@logbook/domain";
import fc from "fast-check";
import type { Route } from "../../functions/src/route.ts";
import { call, newAdmin, newMember, openSession, type Person, reportBody, upload } from "../support/actors.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { db, uniqueId } from "../support/suite.ts";
import type { Sender } from "./requests.ts";
import type { Hints } from "./schema-inputs.ts";

/** A running API and the users that send the requests. */
export interface FuzzFixtures {
  served: RunningApi;
  /** Valid values for a route's fields and path parameters, by name, with the ids of new reports. */
  hintsFor(route: Route): Promise<Hints>;
  tokenOf(sender: Sender): string | null;
  /** Opens a new session for users whose requests have ended theirs. */
  renewSessions(): Promise<void>;
  /** A digest that changes when a request stores anything; it leaves out history and follows, which triggers write. */
  digest(): Promise<Digest>;
  /** The API's memory in bytes. */
  memoryBytes(): number;
}

/** The board's revision, the update times of the users' own documents, and the number of documents of each kind. */
export interface Digest {
  revision: number;
  documents: string;
}

const OWN_DOCUMENTS = ["members", "ballots", "views"] as const;
const COUNTED_COLLECTIONS = ["issues", "trash", "members", "usernames"] as const;
const MEMORY_PAGE_BYTES = 4096;

export async function startFuzzFixtures(): Promise<FuzzFixtures> {
  const [admin, member, target, served] = await Promise.all([
    newAdmin(),
    newMember(),
    newMember(),
    // The API has the memory of a deployed instance, and no rate limits.
    serveFunctions({ nodeOptions: ["--max-old-space-size=512"], env: { LIMITS_WIDTH: "999999" } }),
  ]);
  const senders: Record<Exclude<Sender, "guest">, Person> = { admin, member };
  const users = [admin, member, target];

  return {
    served,
    async hintsFor(route) {
      const origin = served.origin;
      const ids = Array.from({ length: 20 }, () => uniqueId("r"));
      // Only the reporter can edit a report, and the admin sends the valid requests.
      const reporter = route.path === "/api/issues/:id/texts" ? admin : member;
      await Promise.all(
        ids.map((id) => call("POST", "/api/issues", { origin, as: reporter, body: reportBody({ id }) })),
      );
      const fileId = uniqueId("f");
      await upload(admin, `attachments/${admin.uid}/${ids[0]}/${fileId}`, Buffer.from("Notes"), "text/plain");
      const amendmentId = uniqueId("n");
      const amendment = { id: amendmentId, issueId: ids[0], text: "Seen again." };
      await call("POST", "/api/issues/amendment", { origin, as: admin, body: amendment });
      await db.doc(`history/${amendmentId}`).set({ issueId: ids[0], kind: "edited", former: { title: "Old" } });
      if (route.path.startsWith("/api/trash/:id"))
        await Promise.all(ids.map((id) => call("DELETE", `/api/issues/${id}`, { origin, as: admin, body: {} })));
      return {
        ...commonHints(admin, target, ids),
        ...ownHints(route, admin, { issueId: ids[0]!, fileId, amendmentId }),
      };
    },
    tokenOf: (sender) => (sender === "guest" ? null : senders[sender].idToken),
    async renewSessions() {
      for (const person of Object.values(senders)) {
        const { status } = await call("GET", "/api/me", { origin: served.origin, as: person });
        if (status === 401) person.idToken = await openSession(person.uid);
      }
    },
    async digest() {
      const [board, ...documents] = await db.getAll(
        db.doc("boards/main"),
        ...users.flatMap(({ uid }) => OWN_DOCUMENTS.map((name) => db.doc(`${name}/${uid}`))),
      );
      const counts = await Promise.all(COUNTED_COLLECTIONS.map((name) => db.collection(name).count().get()));
      const stamps = [board!, ...documents].map(({ updateTime }) => String(updateTime?.valueOf()));
      return {
        revision: board!.get("revision") as number,
        documents: [...stamps, ...counts.map((count) => count.data().count)].join(),
      };
    },
    memoryBytes: () => Number(readFileSync(`/proc/${served.pid}/statm`, "utf8").split(" ")[1]) * MEMORY_PAGE_BYTES,
  };
}

/** Valid values for fields and path parameters that several routes share, by name. */
function commonHints(admin: Person, target: Person, reports: readonly string[]): Hints {
  const known = fc.constantFrom(...reports);
  return {
    id: fc.oneof({ weight: 4, arbitrary: NEW_ID }, { weight: 1, arbitrary: known }),
    issueId: known,
    ":id": known,
    ":numberOrId": known,
    ":uid": fc.constant(target.uid),
    userId: fc.constant(admin.uid),
    username: fc.constant(admin.username),
    reporter: fc.constant(admin.username),
    websiteUrl: fc.constantFrom("", "https://example.org/a?b=c#d", "http://localhost:5000"),
    attachments: fc.constantFrom([], "", "[]"),
    since: INSTANT,
    until: INSTANT,
    ids: fc.array(known, { maxLength: 8 }).map((ids) => ids.join()),
    page: fc.integer({ min: 1, max: 999 }).map(String),
    pageSize: fc.constantFrom(...PAGE_SIZES.map(String)),
    password: fc.constantFrom("correct horse", "wrong horse"),
    currentPassword: fc.constantFrom("correct horse", "wrong horse"),
    newPassword: fc.constant("correct horse"),
  };
}

const INSTANT = fc
  .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
  .map((date) => date.toISOString());
const NEW_ID = fc.stringMatching(/^[A-Za-z0-9_-]{12,40}$/);

/** Valid values that only one route needs. */
function ownHints(
  { method, path }: Route,
  admin: Person,
  known: { issueId: string; fileId: string; amendmentId: string },
): Hints {
  const hintsByRoute: Record<string, Hints> = {
    "POST /api/auth/register": { username: fc.stringMatching(/^[a-z][a-z0-9]{12,38}$/) },
    "GET /api/attachments/:uid/:issueId/:fileId": {
      ":uid": fc.constant(admin.uid),
      ":issueId": fc.constant(known.issueId),
      ":fileId": fc.constant(known.fileId),
    },
    "PUT /api/issues/:id/amendments/:amendmentId": {
      ":id": fc.constant(known.issueId),
      ":amendmentId": fc.constant(known.amendmentId),
      from: fc.constant(""),
    },
    "PUT /api/issues/:id/texts": { from: fc.constant("") },
    "GET /api/history/:eventId": { ":eventId": fc.constant(known.amendmentId) },
  };
  return hintsByRoute[`${method} ${path}`] ?? {};
}
