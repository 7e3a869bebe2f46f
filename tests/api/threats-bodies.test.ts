import { LIMITS } from "@logbook/domain";
import { FieldValue } from "firebase-admin/firestore";
import { expect, test, vi } from "vitest";
import { call, type Person, reportBody, upload } from "../support/actors.ts";
import { patient } from "../support/patience.ts";
import { db, uniqueId } from "../support/suite.ts";
import {
  admin,
  api,
  createValidCalls,
  createValidQueries,
  expectRefused,
  fileReport,
  member,
  otherMember,
  PDF,
  send,
  useAttackers,
} from "./attacks.ts";

useAttackers();
// Each test tries a whole table of attacks, which takes long.
vi.setConfig({ testTimeout: patient(120_000) });

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
});

/** Fields that no call takes (only one takes `isAdmin`). As JSON: an object literal cannot have a field `__proto__`. */
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

  // The lists of objects in bodies: `attachments` may also be a JSON text.
  const lists = calls.flatMap((validCall) =>
    Object.entries(validCall.body)
      .filter(([, value]) => Array.isArray(value) && typeof value[0] === "object")
      .map(([name, items]) => ({ validCall, name, item: (items as object[])[0]! })),
  );
  expect(lists.map(({ name }) => name)).toEqual(["attachments", "attachments", "views", "areas", "from"]);
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

  const queries = await createValidQueries();
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
