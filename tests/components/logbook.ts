import { randomUUID } from "node:crypto";
import { ERROR_STATUS, type Issue, MESSAGES } from "@logbook/domain";
import { accountRoutes } from "./logbook/account-routes.ts";
import { type FakeMember, LogbookData, type StoredFile } from "./logbook/data.ts";
import { editRoutes } from "./logbook/edit-routes.ts";
import { followRoutes } from "./logbook/follow-routes.ts";
import { listRoutes } from "./logbook/list-routes.ts";
import { Refusal } from "./logbook/refusal.ts";
import { reportRoutes } from "./logbook/report-routes.ts";
import type { CallResponse, Route } from "./logbook/route.ts";

interface Call {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  /** The caller's ID token, if there is one. */
  token: string | null;
}

/**
 * A logbook in memory that responds like the API. It uses the domain's schemas, order, filters and counts, and
 * tests/api/fake-api.test.ts compares its responses with the API's. It has no security rules and no rate limits.
 */
export function createFakeLogbook() {
  const data = new LogbookData();
  const routeGroups = [accountRoutes, listRoutes, reportRoutes, editRoutes, followRoutes];
  const routes = routeGroups.flatMap((createRoutes) => createRoutes(data));
  return {
    answer: (call: Call): CallResponse => {
      try {
        return callRoute(data, routes, call);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { status: ERROR_STATUS[error.code], body: { success: false, error: error.message, code: error.code } };
      }
    },
    addMember: (...args: Parameters<LogbookData["addMember"]>): FakeMember => data.addMember(...args),
    /** The member to whom a token `custom:{id}` or `refresh:{id}` belongs, with a new ID token. */
    sessionOf(token: string): { member: FakeMember; idToken: string } | null {
      const member = data.members.get(token.split(":")[1] ?? "");
      return member === undefined ? null : { member, idToken: createIdToken(member) };
    },
    memberOf: (token: string | null): FakeMember | null => memberOf(data, token),
    storeReport: (report: Issue): Issue => data.storeReport(report),
    reports: (): Issue[] => [...data.reports.values()],
    /** Stores an uploaded file under its path in Storage, `attachments/{uid}/{issueId}/{fileId}`. */
    storeFile: (path: string, file: StoredFile) => void data.files.set(`/api/${path}`, file),
    /** Deletes everything but the members with these ids. */
    empty: (keptIds: readonly string[]): void => data.empty(keptIds),
  };
}

export type Logbook = ReturnType<typeof createFakeLogbook>;

/** The first route that matches a call handles it, so `/api/issues/changes` stands before `/api/issues/:id`. */
function callRoute(data: LogbookData, routes: Route[], { method, path, query, body, token }: Call): CallResponse {
  for (const route of routes) {
    const match = route.method === method ? route.pattern.exec(path) : null;
    if (match === null) continue;
    const caller = memberOf(data, token);
    if (route.audience !== "anyone" && caller === null)
      throw new Refusal("unauthenticated", "Please sign in. The session is missing, not valid or has ended.");
    if (caller?.disabled) throw new Refusal("disabled", "This account has been disabled. Please ask an admin.");
    if (route.audience === "admin" && !caller?.isAdmin) throw new Refusal("forbidden", `${MESSAGES.onlyAdmins}.`);
    const input = route.schema?.safeParse(method === "GET" ? query : (body ?? {}));
    if (input?.success === false) {
      const error = input.error.issues[0]!.message;
      throw new Refusal(error === MESSAGES.fillAllFields ? "missing-fields" : "bad-request", error);
    }
    // `caller` may be `null` on routes for anyone, which do not read it.
    return route.handle({ caller: caller!, input: input?.data, params: match.slice(1) });
  }
  throw new Refusal("not-found", "There is no such call.");
}

/** An ID token in Auth's format, without a valid signature. */
function createIdToken({ id, sessionNumber }: FakeMember): string {
  const nowInSeconds = Math.floor(Date.now() / 1000);
  const claims = {
    sub: id,
    user_id: id,
    sessionNumber,
    iat: nowInSeconds,
    auth_time: nowInSeconds,
    exp: nowInSeconds + 3600,
    jti: randomUUID(),
  };
  return ["header", JSON.stringify(claims), "none"].map((part) => Buffer.from(part).toString("base64url")).join(".");
}

/** The member to whom an ID token belongs; `null` if there is no token or member, or the session has ended. */
function memberOf({ members }: LogbookData, token: string | null): FakeMember | null {
  if (token === null) return null;
  const { sub, sessionNumber } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString() || "{}");
  const member = members.get(sub);
  return member !== undefined && member.sessionNumber === sessionNumber ? member : null;
}
