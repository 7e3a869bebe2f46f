import {
  DETAIL_FIELDS,
  type ErrorCode,
  LIMITS,
  STATUS_CYCLES,
  type Status,
  type WireIssue,
  type WireList,
} from "@logbook/domain";
import { FieldPath, FieldValue } from "firebase-admin/firestore";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Route } from "../../functions/src/route.ts";
import { ROUTES } from "../../functions/src/routes.ts";
import { type ApiResponse, call, newAdmin, newMember, type Person, reportBody, upload } from "../support/actors.ts";
import { boardRevision } from "../support/board-moves.ts";
import { type RunningApi, serveFunctions } from "../support/functions-process.ts";
import { startRelay } from "../support/relay.ts";
import { auth, db, eventually, uniqueId } from "../support/suite.ts";
import { boardWrite, changeWrite, commit, textValue } from "./direct-requests.ts";
import { INVISIBLE_TEXTS, UNPAIRED_SURROGATES } from "./hostile-texts.ts";

// Each test tries a whole table of attacks, which takes long.
vi.setConfig({ testTimeout: 120_000 });

let member: Person;
let otherMember: Person;
let admin: Person;
let api: RunningApi;
beforeAll(async () => {
  [member, otherMember, admin, api] = await Promise.all([
    newMember(),
    newMember(),
    newAdmin(),
    // Serve the API without rate limits, because one member makes hundreds of calls.
    serveFunctions({ env: { LIMITS_WIDTH: "999999" } }),
  ]);
});
afterAll(() => api.stop());

const PASSWORD = "correct horse";
const PDF = new TextEncoder().encode("%PDF-1.4\n");

type Fields = Record<string, unknown>;

/** Calls the API without rate limits. A body that is a string is sent unchanged. */
const send = (method: string, path: string, as: Person | undefined, body?: unknown): Promise<ApiResponse> =>
  call(method, path, { origin: api.origin, as, body });

/** Waits until a report's history has `count` events. The trigger writes them last, after `follows`. */
const waitForHistory = (issueId: string, count: number) =>
  eventually(`${count} events in the history of ${issueId}`, async () => {
    const { docs } = await db.collection("history").where("issueId", "==", issueId).get();
    return docs.length >= count ? docs : null;
  });

/** Files a report and waits for its trigger, because later writes of the trigger would look like those of an attack. */
async function fileReport(person: Person, overrides: Fields = {}): Promise<WireIssue> {
  const { status, body } = await send("POST", "/api/issues", person, reportBody(overrides));
  expect(status).toBe(201);
  await waitForHistory(body.issue.id, 1);
  return body.issue;
}

/**
 * The versions of all documents except the rate limits' counters, and all accounts. Of `history` and `follows` it covers
 * this file's users only: triggers of an earlier test file may still write other documents there.
 */
async function readStoredVersions(): Promise<unknown> {
  const users = [member, otherMember, admin].map(({ uid }) => uid);
  const queries = [
    ...(await db.listCollections()).filter(({ id }) => !["limits", "history", "follows"].includes(id)),
    db.collection("history").where("by", "in", users),
    db.collection("follows").where(FieldPath.documentId(), "in", users),
  ];
  const results = await Promise.all(queries.map((query) => query.get()));
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

/** Makes each call; expects this status and an explanation for each, and that nothing was stored. */
async function expectRefused(
  expected: { status: number; code?: ErrorCode; error?: RegExp },
  attacks: readonly Attack[],
): Promise<void> {
  expect(attacks).not.toHaveLength(0);
  const versionsBefore = await readStoredVersions();
  const refusal = {
    status: expected.status,
    success: false,
    code: expected.code ?? expect.any(String),
    error: expected.error === undefined ? expect.any(String) : expect.stringMatching(expected.error),
  };
  const refusals: object[] = [];
  for (const { label, method = "POST", path, as, body } of attacks) {
    const response = await send(method, path, as, body);
    const { success, code, error } = response.body;
    refusals.push({ label, status: response.status, success, code, error });
  }
  expect(refusals).toEqual(attacks.map(({ label }) => ({ label, ...refusal })));
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
 * Creates a valid call of every route that takes a body, about a report, an amendment and an uploaded file of the member.
 * Fails if the route table has a route that is missing here.
 */
async function createValidCalls(): Promise<ValidCall[]> {
  const { id } = await fileReport(member);
  const { id: trashedId } = await fileReport(member);
  const amendmentId = uniqueId("a");
  const amendment = { id: amendmentId, issueId: id, text: "A note." };
  expect((await send("POST", "/api/issues/amendment", member, amendment)).status).toBe(201);
  expect((await send("DELETE", `/api/issues/${trashedId}`, admin, {})).status).toBe(200);
  await Promise.all([waitForHistory(id, 2), waitForHistory(trashedId, 2)]);
  const newId = uniqueId("r");
  expect(await upload(member, `attachments/${member.uid}/${newId}/f1`, PDF, "application/pdf")).toBe(200);
  const url = `/api/attachments/${member.uid}/${newId}/f1`;

  const texts = {
    title: "A title",
    description: "A description.",
    priority: "HIGH",
    ...Object.fromEntries(DETAIL_FIELDS.map((field) => [field, "A detail."])),
    websiteUrl: "https://example.org/",
  };
  const attachments = [{ name: "a.pdf", size: PDF.byteLength, type: "application/pdf", url }];
  const bodies: Record<string, Fields> = {
    "POST /api/auth/register": { username: uniqueId("x"), password: PASSWORD },
    "POST /api/auth/login": { username: member.username, password: PASSWORD },
    "POST /api/auth/password": { currentPassword: PASSWORD, newPassword: "battery staple" },
    "POST /api/auth/sign-out-everywhere": {},
    "POST /api/issues": { ...texts, id: newId, type: "bug", attachments },
    "POST /api/issues/amendment": { ...amendment, id: uniqueId("a") },
    "PUT /api/issues/:id": { status: "IN_PROGRESS", from: "OPEN" },
    "PUT /api/issues/:id/vote": { voted: true },
    "PUT /api/me/news": { until: "2026-01-01T00:00:00.000Z", issueId: id },
    "PUT /api/issues/:id/follow": { mode: "status" },
    "PUT /api/me/views": { views: [{ name: "Mine", query: "show=mine" }] },
    "PUT /api/issues/:id/texts": texts,
    "PUT /api/issues/:id/correction": { title: "A title", priority: "HIGH" },
    "PUT /api/issues/:id/amendments/:amendmentId": { text: "Another note." },
    "DELETE /api/issues/:id": {},
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
function createValidQueries(): {
  route: string;
  path: string;
  as: Person | undefined;
  query: Record<string, string>;
}[] {
  const filters = { search: "login", type: "bug", status: "OPEN", priority: "HIGH", show: "mine" };
  const queries: Record<string, Record<string, string>> = {
    "GET /api/issues": { ...filters, page: "1", pageSize: "10", sort: "newest", draw: "a-version" },
    "GET /api/issues/changes": { ...filters, since: "2026-01-01T00:00:00.000Z", ids: "some-report" },
    "GET /api/reports/similar": { title: "login" },
    "GET /api/reports/search-help": filters,
    "GET /api/members": { page: "1", search: "login" },
    "GET /api/trash": { page: "1" },
  };
  const routes = ROUTES.filter(({ schemas }) => schemas.query !== undefined);
  expect(Object.keys(queries).sort()).toEqual(routes.map(routeName).sort());
  return routes.map((route) => {
    const name = routeName(route);
    return { route: name, path: route.path, as: callerOf(route), query: queries[name]! };
  });
}

/** Values for each field that may name a user. They name another user, or almost name the caller. */
function createForgeries(caller: Person): { label: string; field: string; value: string }[] {
  const [secondUser, thirdUser] = [member, otherMember, admin].filter((person) => person !== caller);
  const createForgeriesIn = (field: string, property: "username" | "uid") => {
    const ownValue = caller[property];
    return [
      { label: "another user's", field, value: secondUser![property] },
      { label: "a third user's", field, value: thirdUser![property] },
      { label: "one's own in capitals", field, value: ownValue.toUpperCase() },
      { label: "one's own and a blank", field, value: `${ownValue} ` },
      { label: "one's own and an invisible character", field, value: `${ownValue}\u200b` },
      { label: "an empty text", field, value: "" },
      { label: "an id as a name, or a name as an id", field, value: caller[property === "uid" ? "username" : "uid"] },
    ];
  };
  return [
    ...createForgeriesIn("reporter", "username"),
    ...createForgeriesIn("username", "username"),
    ...createForgeriesIn("userId", "uid"),
  ];
}

test("threat 2: a body that names another member is refused with 403 by every call, in every field that may name one", async () => {
  const forgedCalls = (await createValidCalls()).flatMap((validCall) => {
    // Without a session, a username names the account to open or to log in to.
    if (validCall.as === undefined) return [];
    const attacks = createForgeries(validCall.as).map(({ label, field, value }) => ({
      ...validCall,
      label: `${validCall.route}, ${field}: ${label}`,
      field,
      body: { ...validCall.body, [field]: value },
    }));
    // Leave out calls that do not know the field (threat 3) and a blank reporter (section 5): both get a 400.
    return attacks.filter(({ body }) => validCall.accepts(body));
  });
  expect(new Set(forgedCalls.map(({ field }) => field))).toEqual(new Set(["reporter", "username", "userId"]));
  await expectRefused({ status: 403, code: "wrong-user" }, [
    ...forgedCalls,
    {
      label: "one's own first, another's after it",
      path: "/api/issues",
      as: member,
      body: JSON.stringify(reportBody({ userId: member.uid })).replace(/}$/, `,"userId":"${otherMember.uid}"}`),
    },
  ]);
  // Headers cannot name another member either.
  const headers = { "x-user-id": admin.uid, "x-username": admin.username, "x-forwarded-user": admin.uid };
  const options = { origin: api.origin, as: member, body: reportBody(), headers };
  const { body } = await call("POST", "/api/issues", options);
  expect(body.issue.user.username).toBe(member.username);
  expect((await db.doc(`issues/${body.issue.id}`).get()).get("reporterId")).toBe(member.uid);
  await waitForHistory(body.issue.id, 1);
});

/** Fields that no call has, except `isAdmin`; as JSON, because an object literal cannot have a field `__proto__`. */
const UNKNOWN_FIELDS: readonly { name: string; json: string }[] = [
  { name: "isAdmin", json: "true" },
  { name: "createdAt", json: '"2020-01-01T00:00:00.000Z"' },
  { name: "updatedAt", json: "0" },
  { name: "amendments", json: "{}" },
  { name: "__proto__", json: '{"isAdmin":true}' },
  { name: "constructor", json: '{"prototype":{"isAdmin":true}}' },
  { name: "prototype", json: "{}" },
  { name: "toString", json: "null" },
  { name: "hasOwnProperty", json: "1" },
  { name: "uid", json: '"someone"' },
  { name: "path", json: '"attachments/someone/some-report/f1"' },
  { name: "", json: "1" },
  { name: "user.isAdmin", json: "true" },
];

/** The JSON text of an object with another field before its own fields. */
function withField(object: object, { name, json }: { name: string; json: string }): string {
  const field = `${JSON.stringify(name)}:${json}`;
  const ownFields = JSON.stringify(object).slice(1, -1);
  return `{${[field, ...(ownFields === "" ? [] : [ownFields])].join(",")}}`;
}

test("threat 3: an unknown field is refused with 400 by every call that takes a body or a query", async () => {
  const calls = await createValidCalls();
  // In this call the field is known: with it admins make other members admins.
  const isKnown = (route: string, name: string) => route === "PUT /api/members/:uid" && name === "isAdmin";
  await expectRefused(
    { status: 400, code: "bad-request", error: /fields that are not known/ },
    calls.flatMap((validCall) =>
      UNKNOWN_FIELDS.filter(({ name }) => !isKnown(validCall.route, name)).map((field) => ({
        ...validCall,
        label: `${validCall.route}: ${field.name}`,
        body: withField(validCall.body, field),
      })),
    ),
  );

  // The lists of objects in bodies are `attachments`, which may also be a JSON text, and `views`.
  const lists = calls.flatMap((validCall) =>
    Object.entries(validCall.body)
      .filter(([, value]) => Array.isArray(value))
      .map(([name, items]) => ({ validCall, name, item: (items as object[])[0]! })),
  );
  expect(lists.map(({ name }) => name)).toEqual(["attachments", "views"]);
  await expectRefused(
    { status: 400, code: "bad-request", error: /fields that are not known|cannot be sent as data/ },
    lists.flatMap(({ validCall, name, item }) =>
      [...UNKNOWN_FIELDS, { name: "data", json: '"x"' }].flatMap((field) => {
        const json = `[${withField(item, field)}]`;
        const { [name]: _, ...otherFields } = validCall.body;
        const label = `${validCall.route}, ${name}: ${field.name}`;
        const asList = { ...validCall, label, body: withField(otherFields, { name, json }) };
        const asText = { ...validCall, label: `${label}, as a text`, body: { ...otherFields, [name]: json } };
        return name === "attachments" ? [asList, asText] : [asList];
      }),
    ),
  );

  const queries = createValidQueries();
  for (const { route, path, as, query } of queries)
    expect((await send("GET", `${path}?${new URLSearchParams(query)}`, as)).status, route).toBe(200);
  await expectRefused(
    { status: 400, code: "bad-request" },
    queries.flatMap(({ route, path, as, query }) =>
      ["isAdmin=true", "__proto__=x", "page[]=1", Object.keys(query)[0]!].map((parameter) => ({
        label: `${route}?${parameter}`,
        method: "GET",
        path: `${path}?${new URLSearchParams(query)}&${parameter}`,
        as,
      })),
    ),
  );

  // If a call had changed `Object.prototype`, a member whose document has no `isAdmin` would be an admin.
  await db.doc(`members/${otherMember.uid}`).update({ isAdmin: FieldValue.delete() });
  const { body } = await send("GET", "/api/me", otherMember);
  await db.doc(`members/${otherMember.uid}`).update({ isAdmin: false });
  expect(body.user).toEqual({ id: otherMember.uid, username: otherMember.username, isAdmin: false });
});

test("threat 3: a value of another type is refused with 400, infinite numbers too", async () => {
  const fields = ["title", "description", "priority", "websiteUrl", "actualResult", "type", "id", "attachments"];
  // Each value is a part of a JSON text, because `JSON.stringify` writes no infinite numbers.
  const values = [
    "null",
    "true",
    "7",
    "1e999",
    "-1e999",
    "{}",
    '{"toString":"x"}',
    '[["x"]]',
    '["a","b"]',
    "12345678901234567890",
  ];
  const PLACEHOLDER = "value";
  const TOO_MANY_BYTES = String(LIMITS.attachmentBytes + 1);
  const url = `/api/attachments/${member.uid}/some-report/f1`;
  const attachment = { name: "a.pdf", size: PLACEHOLDER, type: "application/pdf", url };
  // JavaScript cannot store 9007199254740993 exactly.
  const sizes = ["1e999", "-1", "0", "0.5", "9007199254740993", '"9"', "null", "true", "[9]", TOO_MANY_BYTES];
  await expectRefused({ status: 400 }, [
    ...fields.flatMap((field) =>
      values.map((value) => ({
        label: `${field}: ${value}`,
        path: "/api/issues",
        as: member,
        body: JSON.stringify(reportBody({ [field]: PLACEHOLDER })).replace(`"${PLACEHOLDER}"`, value),
      })),
    ),
    ...sizes.map((size) => ({
      label: `an attachment of size ${size}`,
      path: "/api/issues",
      as: member,
      body: JSON.stringify(reportBody({ id: "some-report", attachments: [attachment] })).replace(
        `"${PLACEHOLDER}"`,
        size,
      ),
    })),
  ]);
});

test("threat 4: six attachments, or another member's file, are refused with 400", async () => {
  const id = uniqueId("i");
  const attachment = (url: string) => ({ name: "a.pdf", size: 9, type: "application/pdf", url });
  const ownUrl = (suffix: number | string) => `/api/attachments/${member.uid}/${id}/f${suffix}`;
  // All files exist, so a missing file is not the reason for the refusal.
  const uploads: [Person, string][] = [
    ...[1, 2, 3, 4, 5, 6].map((number): [Person, string] => [member, `${member.uid}/${id}/f${number}`]),
    [otherMember, `${otherMember.uid}/${id}/f1`],
    [member, `${member.uid}/${id}-another/f1`],
  ];
  for (const [person, path] of uploads)
    expect(await upload(person, `attachments/${path}`, PDF, "application/pdf"), path).toBe(200);
  const lists: Record<string, unknown> = {
    six: [1, 2, 3, 4, 5, 6].map((number) => attachment(ownUrl(number))),
    "six as a JSON text": JSON.stringify([1, 2, 3, 4, 5, 6].map((number) => attachment(ownUrl(number)))),
    "one file twice": [attachment(ownUrl(1)), attachment(ownUrl(1))],
    "another member's": [attachment(`/api/attachments/${otherMember.uid}/${id}/f1`)],
    "another report's": [attachment(`/api/attachments/${member.uid}/${id}-another/f1`)],
    "path traversal": [attachment(`/api/attachments/${member.uid}/${id}/../../${otherMember.uid}/${id}/f1`)],
    "path traversal, encoded": [
      attachment(`/api/attachments/${member.uid}/${id}/..%2f..%2f${otherMember.uid}%2f${id}%2ff1`),
    ],
    "an extra path segment": [attachment(ownUrl("/1"))],
    "an address elsewhere": [attachment(`https://example.org/api/attachments/${member.uid}/${id}/f1`)],
    "an address without a scheme": [attachment(`//example.org/api/attachments/${member.uid}/${id}/f1`)],
    "with a token": [attachment(`${ownUrl(1)}?token=x`)],
    "with a line break": [attachment(`${ownUrl(1)}\n`)],
    "with a NUL": [attachment(`${ownUrl(1)}\u0000`)],
    "a script": [attachment("javascript:alert(1)")],
    "an SVG image": [{ ...attachment(ownUrl(1)), type: "image/svg+xml" }],
    "an HTML page": [{ ...attachment(ownUrl(1)), type: "text/html" }],
    "an object like an array": { length: 1, 0: attachment(ownUrl(1)) },
  };
  await expectRefused(
    { status: 400 },
    Object.entries(lists).map(([label, attachments]) => ({
      label,
      path: "/api/issues",
      as: member,
      body: reportBody({ id, attachments }),
    })),
  );
  expect((await fileReport(member, { id, attachments: [attachment(ownUrl(1))] })).id).toBe(id);
});

/** The two texts with `2J` are escape sequences that clear a terminal's screen. */
const CONTROL_CHARACTERS = ["\u0000", "\u0007", "\u001b[2J", "\u007f", "\u0085", "\u009b2J"];

test("threat 6: an invisible text is refused with 400 as a title, a description and an amendment", async () => {
  const { id } = await fileReport(member);
  await expectRefused(
    { status: 400 },
    INVISIBLE_TEXTS.flatMap((text) => [
      { label: `a title: ${JSON.stringify(text)}`, path: "/api/issues", as: member, body: reportBody({ title: text }) },
      {
        label: `a description: ${JSON.stringify(text)}`,
        path: "/api/issues",
        as: member,
        body: reportBody({ description: text }),
      },
      {
        label: `an amendment: ${JSON.stringify(text)}`,
        path: "/api/issues/amendment",
        as: member,
        body: { issueId: id, text },
      },
    ]),
  );
});

/** Copies of a body or a query, one for each text in it, also in nested objects and lists: this text has `badText`. */
function copiesWithText(badText: string, fields: object): { field: string; body: Fields }[] {
  return Object.entries(fields).flatMap(([field, oldValue]) => {
    const copyWith = (newValue: unknown): Fields =>
      Object.assign(Array.isArray(fields) ? [...fields] : { ...fields }, { [field]: newValue });
    if (typeof oldValue === "string") return [{ field, body: copyWith(`${oldValue}${badText}b`) }];
    if (typeof oldValue !== "object" || oldValue === null) return [];
    return copiesWithText(badText, oldValue).map((copy) => ({
      field: `${field}.${copy.field}`,
      body: copyWith(copy.body),
    }));
  });
}

test("threat 6: a text that is too long or has control characters or an unpaired surrogate is refused with 400 in every field that a call stores", async () => {
  const calls = await createValidCalls();
  // A password that is only compared may be any text.
  const isStored = (route: string, field: string) => route !== "POST /api/auth/login" && field !== "currentPassword";
  await expectRefused(
    { status: 400 },
    [...CONTROL_CHARACTERS, ...UNPAIRED_SURROGATES, "x".repeat(100_000)].flatMap((badText) =>
      calls.flatMap((validCall) =>
        copiesWithText(badText, validCall.body)
          .filter(({ field }) => isStored(validCall.route, field))
          .map(({ field, body }) => ({
            ...validCall,
            label: `${validCall.route}, ${field}: ${JSON.stringify(badText.slice(0, 9))}`,
            body,
          })),
      ),
    ),
  );
  // Other unusual characters that are not control characters are accepted.
  const title = "tab\t and \u2028 and 😀";
  expect((await fileReport(member, { title })).title).toBe(title);
});

test("threat 6: a text that is too long or has control characters is refused with 400 in every field of every query", async () => {
  await expectRefused(
    { status: 400 },
    [...CONTROL_CHARACTERS, "x".repeat(LIMITS.searchLength)].flatMap((badText) =>
      createValidQueries().flatMap(({ route, path, as, query }) =>
        copiesWithText(badText, query).map(({ field, body }) => ({
          label: `${route}, ${field}: ${JSON.stringify(badText.slice(0, 9))}`,
          method: "GET",
          path: `${path}?${new URLSearchParams(body as Record<string, string>)}`,
          as,
        })),
      ),
    ),
  );
  // No URL can have an unpaired surrogate: its bytes arrive as U+FFFD.
  expect((await send("GET", "/api/issues?search=%ED%A0%80", member)).status).toBe(200);
});

test("threat 9: an address that is not http or https is refused with 400", async () => {
  const hostileAddresses = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "javascript://example.org/%0aalert(1)",
    "javascript:https://example.org",
    "data:text/html,<script>alert(1)</script>",
    "DATA:text/html;base64,PHNjcmlwdD4=",
    "vbscript:msgbox(1)",
    "blob:https://example.org/x",
    "file:///etc/passwd",
    "ftp://example.org/x",
    "about:blank",
    "//evil.example",
    "/\\evil.example",
    "http:evil.example",
    "https:\\\\evil.example",
    "https:/evil.example",
    "http://",
    "https:///evil.example",
    "https://?x",
    "https://#x",
    "https://@evil.example",
    "https:// evil.example",
    "https://evil\u2028.example",
    "https://evil\u00a0.example",
    "view-source:https://example.org",
    "https://example.org\njavascript:alert(1)",
    "httpx://example.org",
    "&#106;avascript:alert(1)",
    "example.org",
  ];
  await expectRefused(
    { status: 400 },
    hostileAddresses.map((websiteUrl) => ({
      label: websiteUrl,
      path: "/api/issues",
      as: member,
      body: reportBody({ websiteUrl }),
    })),
  );
  for (const websiteUrl of [
    "http://example.org",
    "HTTPS://EXAMPLE.ORG/a?b=c#d",
    "https://user:pw@example.org/",
    "https://例え.jp",
  ])
    expect((await fileReport(member, { websiteUrl })).websiteUrl).toBe(websiteUrl);
});

test("threat 10: a username that imitates another is refused with 400 and the reason", async () => {
  // Each list has the name of a part of the error message.
  const badNamesByReason: Record<string, string[]> = {
    "different alphabets": [
      "\u0410dmin",
      "adm\u0456n",
      "R\u043e\u043et",
      "p\u0430ypal",
      "\u03bfwner",
      "m\u0430x",
      "a\u0561b",
      "max\u0661",
      "a\u30a2b",
    ],
    "may hold letters": [
      "ad\u200dmin",
      "ad\u200bmin",
      "ad\u2060min",
      "an\u00adna",
      "\u202enimda",
      "\u2066anna\u2069",
      "an\u200ena",
      "anna\u0000",
      "an\tna",
      "an\nna",
      "an  na",
      "an\u00a0na",
      "<b>anna</b>",
      "anna@example.org",
      "anna/admin",
      "👑 anna",
      "anna✓",
      "\u24d0\u24d3\u24dc",
      "anna\ud800",
      "\u{1f600}",
    ],
    "invisible characters": [
      "ad\u034fmin",
      "anna\ufe0f",
      "\u3164\u3164",
      "\u115f\u1160",
      "an\u{e0101}na",
      "\u0301anna",
    ],
    reserved: [
      "admin",
      "ADMIN",
      "Admin ",
      "ａｄｍｉｎ",
      "\u{1d41a}\u{1d41d}\u{1d426}\u{1d422}\u{1d427}",
      "ADM\u0130N",
      "adm\u0131n",
      "\u00e1dmin",
      "a\u0301dmin",
      "a.d.m.i.n",
      "_admin_",
      "Root.",
      "\u017ftaff",
      "System",
      "NULL",
      "Undefined",
      "Logbook",
      "Everyone",
    ],
    "two underscores": ["__proto__", "__anna__"],
    characters: ["a", "x".repeat(65)],
    "at least one letter": ["...", "- -"],
  };
  const register = (username: string) =>
    send("POST", "/api/auth/register", undefined, { username, password: PASSWORD });
  for (const [reason, badNames] of Object.entries(badNamesByReason)) {
    for (const username of badNames) {
      const { status, body } = await register(username);
      expect({ username, status, code: body.code, error: body.error }).toEqual({
        username,
        status: 400,
        code: "bad-username",
        error: expect.stringContaining(reason),
      });
    }
  }
  // Names that differ only by case, width or composition are the same.
  const takenName = uniqueId("Zo\u00eb");
  expect((await register(takenName)).status).toBe(201);
  const sameNames = [
    takenName.toUpperCase(),
    takenName.normalize("NFD"),
    ` ${takenName} `,
    takenName.replace("Z", "Ｚ"),
  ];
  for (const username of sameNames) {
    const { status, body } = await register(username);
    expect({ username, status, code: body.code }).toEqual({ username, status: 409, code: "username-taken" });
  }
});

const MAX_PROCESSING_MS = 1_500;

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

test("threat 8: no username and no search text takes the API more than 1.5 s to process", async () => {
  const sendName = async (path: string, username: string, status: number): Promise<void> => {
    expect((await send("POST", path, undefined, { username, password: PASSWORD })).status).toBe(status);
  };
  // The first call of each route is not measured, because it may have to load code or data.
  await sendName("/api/auth/login", "nobody", 401);
  // Sorting these combining characters would take seconds.
  const slowName = `a${"\u0301\u0316".repeat(60_000)}`;
  expect(await measureMs(() => sendName("/api/auth/login", slowName, 401))).toBeLessThan(MAX_PROCESSING_MS);
  expect(await measureMs(() => sendName("/api/auth/register", slowName, 400))).toBeLessThan(MAX_PROCESSING_MS);

  // As regular expressions some of these searches would take years to find no match in this title.
  await fileReport(member, { title: `${"a".repeat(LIMITS.titleLength - 1)}!` });
  const searches = [
    "(a+)+$",
    ".*(a+)+$",
    "(((((((",
    "[",
    "\\",
    "%",
    "%25",
    "%00",
    "a".repeat(200),
    "\u0301\u0316".repeat(100),
  ];
  const searchRoutes = createValidQueries().flatMap((validQuery) => {
    const field = ["search", "title"].find((name) => name in validQuery.query);
    return field === undefined ? [] : [{ ...validQuery, field }];
  });
  for (const { route, path, as, query, field } of searchRoutes) {
    // The query's filters would leave no report to search, so send only the parameters that a call requires.
    const requiredParameters = Object.entries(query).filter(([name]) => ["since", "ids"].includes(name));
    const search = async (text: string): Promise<void> => {
      const parameters = new URLSearchParams([...requiredParameters, [field, text]]);
      const { status } = await send("GET", `${path}?${parameters}`, as);
      expect(status, `${route}: ${text}`).toBe(200);
    };
    await search("login");
    for (const text of searches)
      expect(await measureMs(() => search(text)), `${route}: ${text}`).toBeLessThan(MAX_PROCESSING_MS);
  }
});

test("threat 12: a report or an amendment sent again after a lost response is stored once, with the same response", async () => {
  const body = reportBody({ description: "Sent over a bad line." });
  const id = String(body.id);
  const readStoredReport = () => db.doc(`issues/${id}`).get();
  const revisionBefore = await boardRevision();
  await sendAndLoseResponse("/api/issues", body, async () => (await readStoredReport()).exists);
  const repeatedReports = await Promise.all(
    Array.from({ length: 10 }, () => send("POST", "/api/issues", member, body)),
  );
  for (const response of repeatedReports)
    expect({ status: response.status, body: response.body }).toEqual({ status: 201, body: repeatedReports[0]!.body });
  expect(await boardRevision()).toBe(revisionBefore + 1);

  const amendment = { id: uniqueId("a"), issueId: id, text: "Sent over a bad line, too." };
  const isAmended = async (): Promise<boolean> =>
    (await readStoredReport()).get(`amendments.${amendment.id}`) !== undefined;
  await sendAndLoseResponse("/api/issues/amendment", amendment, isAmended);
  const repeatedAmendments = await Promise.all(
    Array.from({ length: 5 }, () => send("POST", "/api/issues/amendment", member, amendment)),
  );
  for (const response of repeatedAmendments)
    expect({ status: response.status, body: response.body }).toEqual({
      status: 201,
      body: repeatedAmendments[0]!.body,
    });
  expect(Object.keys((await readStoredReport()).get("amendments"))).toEqual([amendment.id]);
  expect(await boardRevision()).toBe(revisionBefore + 2);

  const fieldsBefore = (await readStoredReport()).data();
  const changedBodies = [
    { ...body, title: "Another" },
    { ...body, description: "Sent over a good line." },
    { ...body, type: "feature" },
    { ...body, priority: "LOW" },
    { ...body, actualResult: "Another" },
  ];
  for (const changedBody of changedBodies)
    expect((await send("POST", "/api/issues", member, changedBody)).status).toBe(409);
  expect((await send("POST", "/api/issues", otherMember, body)).status).toBe(409);
  expect((await send("POST", "/api/issues/amendment", member, { ...amendment, text: "Another" })).status).toBe(409);
  expect((await send("POST", "/api/issues/amendment", otherMember, amendment)).status).toBe(409);
  expect((await readStoredReport()).data()).toEqual(fieldsBefore);
});

/** Sends a call and cuts its connection once the write is stored, before any byte of the response has arrived. */
async function sendAndLoseResponse(path: string, body: object, isStored: () => Promise<boolean>): Promise<void> {
  expect(await isStored()).toBe(false);
  const relay = await startRelay(new URL(api.origin).host, () => relay.holdResponses());
  try {
    const outcome = call("POST", path, { origin: `http://${relay.host}`, as: member, body }).then(
      ({ status }) => `answered ${status}`,
      () => "no response",
    );
    await eventually(`the write of ${path}`, async () => ((await isStored()) ? true : null));
    relay.cut();
    expect(await outcome).toBe("no response");
  } finally {
    await relay.stop();
  }
}

test("threat 18: if two admins change a status at once, 100 times, one succeeds, the other gets a conflict, and no step is skipped", {
  timeout: 240_000,
}, async () => {
  const secondAdmin = await newAdmin();
  const { id } = await fileReport(member);
  const cycle = STATUS_CYCLES.bug;
  for (let round = 0; round < 100; round += 1) {
    const from = cycle[round % cycle.length]!;
    const status = cycle[(round + 1) % cycle.length]!;
    // In every fourth round the second admin bypasses the API; in every fifth the calls of the API have no `from`.
    const secondBypassesApi = round % 4 === 3;
    const body = round % 5 === 4 ? { status } : { status, from };
    const stepThroughApi = async (person: Person): Promise<number> =>
      (await send("PUT", `/api/issues/${id}`, person, body)).status;
    const stepInFirestore = (person: Person): Promise<number> =>
      commit(person, [changeWrite(id, person, { status: textValue(status) }), boardWrite(id)]);
    const secondStep = secondBypassesApi ? stepInFirestore : stepThroughApi;
    const statuses = await Promise.all([stepThroughApi(admin), secondStep(secondAdmin)]);
    const [lowerStatus, higherStatus] = [...statuses].sort((a, b) => a - b);
    const isRefusedByRules = secondBypassesApi && statuses[1] !== 200;
    expect({ round, lowerStatus, higherStatus }).toEqual({
      round,
      lowerStatus: 200,
      higherStatus: isRefusedByRules ? 403 : 409,
    });
    expect((await db.doc(`issues/${id}`).get()).get("status")).toBe(status);
  }
  // The history has 100 steps and the creation of the report.
  const steps = (await waitForHistory(id, 101)).filter((event) => event.get("kind") === "status");
  const nextStatus = (from: Status) => cycle[((cycle as readonly Status[]).indexOf(from) + 1) % cycle.length];
  expect(steps).toHaveLength(100);
  for (const step of steps) expect(step.get("to")).toBe(nextStatus(step.get("from")));
});

test("threat 25: a damaged stored report is still listed, with empty attachments and amendments, and logged once; other reports work", async () => {
  const newApi = await serveFunctions();
  try {
    const undamagedReport = await fileReport(member, { title: "All is well" });
    const undamagedFields = (await db.doc(`issues/${undamagedReport.id}`).get()).data()!;
    const damagedFields: Record<string, Record<string, unknown>> = {
      "an unknown status": { status: "EXPLODED" },
      "attachments that cannot be parsed": { attachments: '[{"name":' },
      "amendments that cannot be parsed": { amendments: "not a map" },
      "lists with values of the wrong types": { attachments: [null, 7, { name: 1 }], amendments: { a: null, b: 7 } },
      "a value of the wrong type in every field": {
        title: 7,
        description: null,
        status: 1,
        priority: [],
        type: {},
        createdAt: "x",
        updatedAt: 0,
      },
    };
    const damagedReports = Object.values(damagedFields).map((fields) => ({ ...undamagedFields, ...fields }));
    const ids: string[] = [];
    const emptyDocument = {};
    for (const fields of [...damagedReports, emptyDocument]) {
      const id = uniqueId("odd");
      await db.doc(`issues/${id}`).set(fields);
      ids.push(id);
    }
    const listedReports = await eventually("every damaged report in the list", async () => {
      const { status, body } = await call("GET", "/api/issues", { origin: newApi.origin, as: member });
      expect(status).toBe(200);
      const { bugs, features } = body as WireList;
      const issues = [...bugs, ...features];
      return ids.every((id) => issues.some((issue) => issue.id === id)) ? issues : null;
    });
    expect(listedReports.find(({ id }) => id === undamagedReport.id)).toMatchObject({
      title: "All is well",
      status: "OPEN",
    });
    const listedDamagedReports = ids.map((id) => listedReports.find((issue) => issue.id === id)!);
    // An unknown status is shown as cancelled.
    expect(listedDamagedReports[0]!.status).toBe("CANCELLED");
    for (const issue of listedDamagedReports) {
      expect(JSON.parse(issue.attachments)).toEqual([]);
      expect(JSON.parse(issue.amendment)).toEqual([]);
    }
    for (const id of ids) {
      const lines = newApi
        .log()
        .split("\n")
        .filter((line) => line.includes(id));
      // The log names the damaged report, but has none of its texts.
      expect(lines).toHaveLength(1);
      expect(lines[0]).not.toContain(undamagedFields.description);
    }
    const callNewApi = (method: string, path: string, as: Person, body?: object) =>
      call(method, path, { origin: newApi.origin, as, body });
    expect((await callNewApi("GET", "/api/issues?page=1&search=well", member)).status).toBe(200);
    const step = { status: "IN_PROGRESS" };
    expect((await callNewApi("PUT", `/api/issues/${undamagedReport.id}`, admin, step)).status).toBe(200);
    expect((await callNewApi("DELETE", `/api/issues/${ids[0]}`, admin)).status).toBe(200);
    await Promise.all(ids.map((id) => db.doc(`issues/${id}`).delete()));
  } finally {
    await newApi.stop();
  }
});
