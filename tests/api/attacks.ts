import { DETAIL_FIELDS, type ErrorCode, type WireIssue } from "@logbook/domain";
import { afterAll, beforeAll, expect } from "vitest";
import type { Route } from "../../functions/src/route.ts";
import { ROUTES } from "../../functions/src/routes.ts";
import { type ApiResponse, call, newAdmin, newMember, type Person, reportBody, upload } from "../support/actors.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { auth, db, uniqueId } from "../support/suite.ts";

// Users, calls and expectations for threats-api, threats-bodies and threats-texts. Each of these files calls
// `useAttackers`, which gives the file its own users and its own process of the API.

export let member: Person;
export let otherMember: Person;
export let admin: Person;
/** The API without rate limits, because one member makes hundreds of calls. */
export let api: RunningApi;

/** Creates the users and starts the API before the tests of a file, and stops the API after them. */
export function useAttackers(): void {
  beforeAll(async () => {
    [member, otherMember, admin, api] = await Promise.all([
      newMember(),
      newMember(),
      newAdmin(),
      serveFunctions({ env: { LIMITS_WIDTH: "999999" } }),
    ]);
  });
  afterAll(() => api.stop());
}

export const PASSWORD = "correct horse";
export const PDF = new TextEncoder().encode("%PDF-1.4\n");

export type Fields = Record<string, unknown>;

/** Calls the API without rate limits. A body that is a string is sent unchanged. */
export const send = (method: string, path: string, as: Person | undefined, body?: unknown): Promise<ApiResponse> =>
  call(method, path, { origin: api.origin, as, body });

export async function fileReport(person: Person, overrides: Fields = {}): Promise<WireIssue> {
  const { status, body } = await send("POST", "/api/issues", person, reportBody(overrides));
  expect(status).toBe(201);
  return body.issue;
}

/** The versions of all documents except the rate limits' counters, and all accounts. */
async function readStoredVersions(): Promise<unknown> {
  const collections = (await db.listCollections()).filter(({ id }) => id !== "limits");
  const results = await Promise.all(collections.map((collection) => collection.get()));
  const documents = results.flatMap(({ docs }) => docs);
  return [documents.map((doc) => [doc.ref.path, doc.updateTime.toMillis()]), await listAccounts()];
}

async function listAccounts(): Promise<unknown[]> {
  const accountFields: unknown[] = [];
  let pageToken: string | undefined;
  do {
    const page = await auth.listUsers(1000, pageToken);
    accountFields.push(...page.users.map(({ uid, disabled, passwordHash }) => [uid, disabled, passwordHash]));
    pageToken = page.pageToken;
  } while (pageToken !== undefined);
  return accountFields;
}

/** A call of the API, `POST` by default, without a session if `as` is missing. Its `label` is for the test's output. */
interface Attack {
  label: string;
  method?: string;
  path: string;
  as?: Person | undefined;
  body?: unknown;
}

/** Makes each call. Expects that each response is the expected refusal, and that nothing was stored. */
export async function expectRefused(
  expected: { status: number; code?: ErrorCode; error?: RegExp },
  attacks: readonly Attack[],
): Promise<void> {
  expect(attacks).not.toHaveLength(0);
  const versionsBefore = await readStoredVersions();
  const expectedRefusal = {
    status: expected.status,
    success: false,
    code: expected.code ?? expect.any(String),
    error: expected.error === undefined ? expect.any(String) : expect.stringMatching(expected.error),
  };
  const responses: object[] = [];
  for (const { label, method = "POST", path, as, body } of attacks) {
    const response = await send(method, path, as, body);
    const { success, code, error } = response.body;
    responses.push({ label, status: response.status, success, code, error });
  }
  expect(responses).toEqual(attacks.map(({ label }) => ({ label, ...expectedRefusal })));
  expect(await readStoredVersions()).toEqual(versionsBefore);
}

const routeName = ({ method, path }: Route): string => `${method} ${path}`;

/** A user with exactly the rights that a route needs. */
const callerOf = ({ audience }: Route): Person | undefined => ({ anyone: undefined, member, admin })[audience];

/** A valid call of a route; `accepts` tells whether the route's schema accepts another body. */
interface ValidCall extends Attack {
  route: string;
  method: string;
  body: Fields;
  accepts(body: Fields): boolean;
}

/**
 * Creates a valid call of every route that takes a body, about a report, an amendment and an uploaded file of the
 * member. Fails if the route table has a route that is missing here.
 */
export async function createValidCalls(): Promise<ValidCall[]> {
  const { id, number } = await fileReport(member);
  const entryId = uniqueId("e");
  await db.doc(`changelog/${entryId}`).set({ title: "An entry" });
  const { id: trashedId } = await fileReport(member);
  const amendmentId = uniqueId("a");
  const amendment = { id: amendmentId, issueId: id, text: "A note." };
  expect((await send("POST", "/api/issues/amendment", member, amendment)).status).toBe(201);
  expect((await send("DELETE", `/api/issues/${trashedId}`, admin, {})).status).toBe(200);
  const newId = uniqueId("r");
  const attachmentsFor = async (reportId: string) => {
    const path = `attachments/${member.uid}/${reportId}/f1`;
    expect(await upload(member, path, PDF, "application/pdf")).toBe(200);
    return [{ name: "a.pdf", size: PDF.byteLength, type: "application/pdf", url: `/api/${path}` }];
  };

  const texts = {
    title: "A title",
    description: "A description.",
    priority: "HIGH",
    ...Object.fromEntries(DETAIL_FIELDS.map((field) => [field, "A detail."])),
    websiteUrl: "https://example.org/",
  };
  const area = { id: "gallery1", name: "Gallery", pattern: "/gallery/*" };
  const bodies: Record<string, Fields> = {
    "POST /api/auth/register": { username: uniqueId("x"), password: PASSWORD },
    "POST /api/auth/login": { username: member.username, password: PASSWORD },
    "POST /api/auth/password": { currentPassword: PASSWORD, newPassword: "battery staple" },
    "POST /api/auth/reset-password": { token: "someone.something", newPassword: "battery staple" },
    "POST /api/auth/sign-out-everywhere": {},
    "POST /api/auth/delete-account": { password: PASSWORD },
    "POST /api/issues": { ...texts, id: newId, type: "bug", attachments: await attachmentsFor(newId) },
    "POST /api/issues/amendment": { ...amendment, id: uniqueId("a"), attachments: await attachmentsFor(id) },
    "PUT /api/issues/:id": { status: "IN_PROGRESS", from: "OPEN" },
    "PUT /api/issues/:id/closing": { reason: "not-planned" },
    "PUT /api/issues/:id/vote": { voted: true },
    "PUT /api/issues/:id/sighting": { seen: true, browser: "Safari", system: "iOS" },
    "PUT /api/issues/:id/fix-answer": { fixed: false, text: "Still broken.", id: uniqueId("a") },
    "PUT /api/issues/:id/assignee": { taken: true, from: "" },
    "PUT /api/issues/:id/pin": { pinned: true },
    "PUT /api/issues/:id/amendments/:amendmentId/hidden": { hidden: true },
    "PUT /api/me/news": { until: "2026-01-01T00:00:00.000Z", issueId: id },
    "PUT /api/issues/:id/follow": { mode: "status" },
    "PUT /api/me/changelog": { until: "2026-01-01T00:00:00.000Z" },
    "PUT /api/changelog/:entryId": { title: "A title", text: "A text.", reports: [number], publish: false, from: "" },
    "DELETE /api/changelog/:entryId": {},
    "POST /api/changelog/:entryId/restore": {},
    "PUT /api/me/views": { views: [{ name: "Mine", query: "show=mine" }] },
    "PUT /api/issues/:id/texts": texts,
    "PUT /api/issues/:id/correction": { title: "A title", priority: "HIGH" },
    "PUT /api/issues/:id/amendments/:amendmentId": { text: "Another note." },
    "DELETE /api/issues/:id": {},
    "PUT /api/admission": { admission: "open" },
    "PUT /api/areas": { areas: [area], from: [area] },
    "PUT /api/chat": { titles: true },
    "POST /api/chat/test": {},
    "POST /api/members/:uid/reset-link": {},
    "PUT /api/members/:uid": { disabled: true },
    "POST /api/trash/:id/restore": {},
  };
  const routes = ROUTES.filter(({ schemas }) => schemas.body !== undefined);
  expect(Object.keys(bodies).sort()).toEqual(routes.map(routeName).sort());
  return routes.map((route) => {
    const name = routeName(route);
    const params: Record<string, string> = {
      id: route.path.startsWith("/api/trash/") ? trashedId : id,
      amendmentId,
      entryId,
      uid: otherMember.uid,
    };
    const accepts = (body: Fields): boolean => route.schemas.body!.safeParse(body).success;
    const body = bodies[name]!;
    expect(accepts(body), name).toBe(true);
    const path = route.path.replace(/:(\w+)/g, (_, param: string) => params[param]!);
    return { label: name, route: name, method: route.method, path, as: callerOf(route), body, accepts };
  });
}

/** Creates a valid call of every route that takes a query. Fails if a route of the route table is missing here. */
export async function createValidQueries(): Promise<
  { route: string; path: string; as: Person | undefined; query: Record<string, string> }[]
> {
  const { id } = await fileReport(member);
  const { docs: events } = await db.collection("history").where("issueId", "==", id).get();
  const filters = { search: "login", type: "bug", status: "OPEN", priority: "HIGH", show: "mine" };
  const queries: Record<string, Record<string, string>> = {
    "GET /api/issues": { ...filters, page: "1", pageSize: "10", sort: "newest", draw: "a-version" },
    "GET /api/issues/changes": { ...filters, since: "2026-01-01T00:00:00.000Z", ids: "some-report" },
    "GET /api/issues/ids": { ...filters, sort: "newest" },
    "GET /api/issues/:id/history": { before: events[0]!.id },
    "GET /api/reports/similar": { title: "login" },
    "GET /api/reports/at-page": { path: "/login" },
    "GET /api/reports/search-help": filters,
    "GET /api/export": { ...filters, sort: "newest" },
    "GET /api/export/reports": { since: "2026-01-01T00:00:00.000Z", ids: id },
    "GET /api/me/data/reports": { ids: id },
    "GET /api/me/data/events": { after: events[0]!.id },
    "GET /api/members": { page: "1", search: "login" },
    "GET /api/members/log": { page: "1" },
    "GET /api/changelog": { page: "1" },
    "GET /api/trash": { page: "1" },
  };
  const routes = ROUTES.filter(({ schemas }) => schemas.query !== undefined);
  expect(Object.keys(queries).sort()).toEqual(routes.map(routeName).sort());
  return routes.map((route) => {
    const name = routeName(route);
    return { route: name, path: route.path.replace(":id", id), as: callerOf(route), query: queries[name]! };
  });
}
