import { LIMITS, STATUSES } from "@logbook/domain";
import { beforeAll, expect, test, vi } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { db, uniqueId } from "../support/suite.ts";
import {
  amendWrite,
  boardWrite,
  callFirestore,
  changeWrite,
  commit,
  countWrite,
  createWrite,
  DOCUMENTS,
  integer,
  list,
  map,
  openStore,
  reportFields,
  text,
} from "./direct-requests.ts";

// Each test tries a whole table of attacks, which takes long.
vi.setConfig({ testTimeout: 120_000 });

let member: Person;
let other: Person;
let admin: Person;
beforeAll(async () => {
  [member, other, admin] = await Promise.all([newMember(), newMember(), newAdmin()]);
  await openStore.open();
});

/** A direct call of Firestore. The path (by default `:commit`) and the body depend on the report's id. */
interface Attack {
  as?: () => Person;
  method?: string;
  path?: (id: string) => string;
  body: (id: string) => unknown;
}

const attack = (writes: (id: string) => readonly object[], as?: () => Person): Attack => ({
  body: (id) => ({ writes: writes(id) }),
  ...(as && { as }),
});

const byAdmin = (writes: (id: string) => readonly object[]): Attack => attack(writes, () => admin);

async function storedState(id: string) {
  const found = await Promise.all(["issues", "trash", "boards", "members"].map((name) => db.collection(name).get()));
  const named = found.map(({ docs }) => docs.filter((doc) => [id, "main", member.uid, admin.uid].includes(doc.id)));
  return named.flat().map((doc) => ({ path: doc.ref.path, data: doc.data() }));
}

/**
 * Tries each attack on a report of its own, which exists if `reportExists` is set, and expects 403 and no change. Under rules
 * that allow everything the same attack must succeed, so only the rules refuse it.
 */
async function expectDenied(
  attacks: Record<string, Attack>,
  { reportExists }: { reportExists: boolean },
): Promise<void> {
  const outcomes: Record<string, object> = {};
  for (const [what, { as, method = "POST", path = () => ":commit", body }] of Object.entries(attacks)) {
    const caller = as?.() ?? member;
    const { id } = reportExists ? await fileReport(member) : { id: uniqueId("never") };
    const before = await storedState(id);
    const denied = await callFirestore(caller, method, path(id), body(id));
    const unchanged = JSON.stringify(await storedState(id)) === JSON.stringify(before);
    for (const path of [`issues/${id}`, "boards/main"]) await openStore.copy(path);
    const allowed = await openStore.call(caller, method, path(id), body(id));
    outcomes[what] = { unchanged, denied: denied.status, allowed: allowed.status };
  }
  const expected = { unchanged: true, denied: 403, allowed: 200 };
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(attacks).map((what) => [what, expected])));
}

const documentName = (id: string): string => `${DOCUMENTS}/issues/${id}`;
const step = (id: string, as: Person, status: string, overrides: object = {}): object =>
  changeWrite(id, as, { status: text(status), handledByAdmin: { booleanValue: true } }, overrides);

test("threat 1: a member cannot change a status by any direct call of Firestore", async () => {
  const newStatus = { fields: { status: text("IN_PROGRESS") } };
  await expectDenied(
    {
      "PATCH of the status": {
        method: "PATCH",
        path: (id) => `/issues/${id}?updateMask.fieldPaths=status`,
        body: () => newStatus,
      },
      "PATCH on condition that the report exists": {
        method: "PATCH",
        path: (id) => `/issues/${id}?updateMask.fieldPaths=status&currentDocument.exists=true`,
        body: () => newStatus,
      },
      "PATCH with their own stamp": {
        method: "PATCH",
        path: (id) => `/issues/${id}?updateMask.fieldPaths=status&updateMask.fieldPaths=updatedBy`,
        body: () => ({ fields: { ...newStatus.fields, updatedBy: text(member.uid) } }),
      },
      "PATCH of the whole report": {
        method: "PATCH",
        path: (id) => `/issues/${id}`,
        body: () => ({ fields: reportFields(member, newStatus.fields) }),
      },
      "a step like an admin's, with the board": attack((id) => [step(id, member, "IN_PROGRESS"), boardWrite(id)]),
      "the board first": attack((id) => [boardWrite(id), step(id, member, "IN_PROGRESS")]),
      "a step stamped with an admin's id": attack((id) => [step(id, admin, "IN_PROGRESS"), boardWrite(id)]),
      "a step back": attack((id) => [step(id, member, "CLOSED"), boardWrite(id)]),
      "the current status": attack((id) => [step(id, member, "OPEN"), boardWrite(id)]),
      "a step hidden in an amendment": attack((id) => {
        const note = amendWrite(id, member, { text: text("A note.") }) as Record<string, { fields: object }>;
        const fields = { ...note.update!.fields, status: text("IN_PROGRESS") };
        const mask = (note.updateMask as unknown as { fieldPaths: string[] }).fieldPaths;
        return [
          { ...note, update: { ...note.update, fields }, updateMask: { fieldPaths: [...mask, "status"] } },
          boardWrite(id),
        ];
      }),
      "a step beside an amendment": attack((id) => [
        amendWrite(id, member, { text: text("A note.") }),
        step(id, member, "IN_PROGRESS"),
        boardWrite(id),
      ]),
      "a step before an amendment": attack((id) => [
        step(id, member, "IN_PROGRESS"),
        amendWrite(id, member, { text: text("A note.") }),
        boardWrite(id),
      ]),
      "the status deleted by the mask": attack((id) => [
        { ...step(id, member, ""), update: { name: documentName(id), fields: { updatedBy: text(member.uid) } } },
        boardWrite(id),
      ]),
      "the status transformed": attack((id) => [
        changeWrite(id, member, {}, { updateTransforms: [{ fieldPath: "status", setToServerValue: "REQUEST_TIME" }] }),
        boardWrite(id),
      ]),
      "the status changed into a list": attack((id) => [
        changeWrite(
          id,
          member,
          {},
          { updateTransforms: [{ fieldPath: "status", appendMissingElements: { values: [text("CLOSED")] } }] },
        ),
        boardWrite(id),
      ]),
      "deleted and filed anew in another status": attack((id) => [
        { delete: documentName(id) },
        createWrite(id, reportFields(member, { status: text("CLOSED") }), { currentDocument: { exists: false } }),
        countWrite(id),
      ]),
    },
    { reportExists: true },
  );
});

test("threat 1: an admin can take one complete step, and change nothing else, by any direct call of Firestore", async () => {
  await expectDenied(
    {
      ...Object.fromEntries(
        STATUSES.filter((status) => !["OPEN", "IN_PROGRESS", "CLOSED"].includes(status)).map((status) => [
          `OPEN to ${status}`,
          byAdmin((id) => [step(id, admin, status), boardWrite(id)]),
        ]),
      ),
      "an unknown status": byAdmin((id) => [step(id, admin, "DONE"), boardWrite(id)]),
      "a status that is a number": byAdmin((id) => [changeWrite(id, admin, { status: integer(1) }), boardWrite(id)]),
      "the title with the status": byAdmin((id) => [
        changeWrite(id, admin, { status: text("IN_PROGRESS"), title: text("Rewritten") }),
        boardWrite(id),
      ]),
      "the type with the status": byAdmin((id) => [
        changeWrite(id, admin, { status: text("IN_PROGRESS"), type: text("feature") }),
        boardWrite(id),
      ]),
      "a new field with the status": byAdmin((id) => [
        changeWrite(id, admin, { status: text("IN_PROGRESS"), isAdmin: { booleanValue: true } }),
        boardWrite(id),
      ]),
      "the title alone": byAdmin((id) => [changeWrite(id, admin, { title: text("Rewritten") }), boardWrite(id)]),
      "the priority alone": byAdmin((id) => [changeWrite(id, admin, { priority: text("CRITICAL") }), boardWrite(id)]),
      "without the board": byAdmin((id) => [step(id, admin, "IN_PROGRESS")]),
      "stamped with another's id": byAdmin((id) => [step(id, member, "IN_PROGRESS"), boardWrite(id)]),
      "without the server's time": byAdmin((id) => [
        step(id, admin, "IN_PROGRESS", { updateTransforms: undefined }),
        boardWrite(id),
      ]),
      "at a time that the client chose": byAdmin((id) => [
        changeWrite(
          id,
          admin,
          { status: text("IN_PROGRESS"), updatedAt: { timestampValue: "2030-01-01T00:00:00Z" } },
          { updateTransforms: undefined },
        ),
        boardWrite(id),
      ]),
      "two steps in one commit": byAdmin((id) => [
        step(id, admin, "IN_PROGRESS"),
        step(id, admin, "TESTING"),
        boardWrite(id),
      ]),
    },
    { reportExists: true },
  );
  const { id } = await fileReport(member);
  expect(await commit(admin, [step(id, admin, "IN_PROGRESS"), boardWrite(id)])).toBe(200);
});

test("threat 1: Firestore's calls for servers refuse every user's token", async () => {
  const { id } = await fileReport(member);
  for (const person of [member, admin]) {
    const writes = [step(id, person, "IN_PROGRESS"), boardWrite(id)];
    expect((await callFirestore(person, "POST", ":batchWrite", { writes })).status).toBe(403);
    expect((await callFirestore(person, "POST", ":listCollectionIds", {})).status).toBe(403);
  }
  expect((await db.doc(`issues/${id}`).get()).get("status")).toBe("OPEN");
});

const filing = (fields: Record<string, object>, overrides: object = {}): Attack =>
  attack((id) => [
    createWrite(id, reportFields(member, fields as Record<string, Record<string, unknown>>), overrides),
    countWrite(id),
  ]);

const amending = (amendment: Record<string, Record<string, unknown>>): Attack =>
  attack((id) => [amendWrite(id, member, { text: text("A note."), ...amendment }), boardWrite(id)]);

test("threat 2: a direct call of Firestore cannot file, amend or move a report in another member's name", async () => {
  await expectDenied(
    {
      "another's reporterId": filing({ reporterId: text(other.uid) }),
      "another's name": filing({ reporter: text(other.username) }),
      "another's id and name": filing({ reporterId: text(other.uid), reporter: text(other.username) }),
      "an admin's id and name, stamped as the admin": filing({
        reporterId: text(admin.uid),
        reporter: text(admin.username),
        updatedBy: text(admin.uid),
      }),
      "one's own name in capitals": filing({ reporter: text(member.username.toUpperCase()) }),
      "one's own name and a blank": filing({ reporter: text(`${member.username} `) }),
      "one's own name and a text-direction character": filing({ reporter: text(`\u202e${member.username}`) }),
      "no name": filing({ reporter: text("") }),
      "a name that is null": filing({ reporter: { nullValue: null } }),
      "a name that is a list of one's own": filing({ reporter: list(text(member.username)) }),
      "no reporterId": filing({ reporterId: text("") }),
      "another's stamp": filing({ updatedBy: text(other.uid) }),
    },
    { reportExists: false },
  );
  await expectDenied(
    {
      "an amendment by another's id": amending({ createdById: text(other.uid) }),
      "an amendment by another's name": amending({ createdBy: text(other.username) }),
      "an amendment by an admin": amending({ createdById: text(admin.uid), createdBy: text(admin.username) }),
      "a report made another's": attack((id) => [
        changeWrite(id, member, { reporterId: text(other.uid) }),
        boardWrite(id),
      ]),
      "a report given another name": attack((id) => [
        changeWrite(id, member, { reporter: text(other.username) }),
        boardWrite(id),
      ]),
      "a report given another name by an admin": byAdmin((id) => [
        changeWrite(id, admin, { reporter: text(admin.username) }),
        boardWrite(id),
      ]),
    },
    { reportExists: true },
  );
});

test("threat 3: a direct call of Firestore with an unknown field is refused", async () => {
  const isTrue = { booleanValue: true };
  const file = { name: text("a.pdf"), size: integer(9), type: text("application/pdf") };
  const ownPath = (id: string): string => `attachments/${member.uid}/${id}/f1`;
  await expectDenied(
    {
      isAdmin: filing({ isAdmin: isTrue }),
      id: filing({ id: text("other") }),
      deletedAt: filing({ deletedAt: { nullValue: null } }),
      constructor: filing({ constructor: text("x") }),
      "a field name with a dot": filing({ "a.b": text("x") }),
      "a field name that is a blank": filing({ " ": text("x") }),
      "a field name that looks like another": filing({ "st\u0430tus": text("CLOSED") }),
      "a time of creation that the client chose": filing(
        { createdAt: { timestampValue: "2020-01-01T00:00:00Z" } },
        { updateTransforms: [{ fieldPath: "updatedAt", setToServerValue: "REQUEST_TIME" }] },
      ),
      "an amendment in a new report": filing({ amendments: map({ a: map({ text: text("x") }) }) }),
      "a status that is not the first": filing({ status: text("CLOSED") }),
      "an attachment's bytes": attack((id) => [
        createWrite(
          id,
          reportFields(member, { attachments: list(map({ ...file, path: text(ownPath(id)), data: text("data:,") })) }),
        ),
        countWrite(id),
      ]),
    },
    { reportExists: false },
  );
  await expectDenied(
    {
      "a field of an amendment": amending({ isAdmin: isTrue }),
      "a field beside an amendment": attack((id) => [
        amendWrite(id, member, { text: text("A note.") }),
        changeWrite(id, member, { isAdmin: isTrue }),
        boardWrite(id),
      ]),
    },
    { reportExists: true },
  );
  // Firestore reserves names like `__proto__`.
  const id = uniqueId("never");
  const fields = { ...reportFields(member), ["__proto__"]: map({ isAdmin: isTrue }) };
  expect(await commit(member, [createWrite(id, fields), countWrite(id)])).toBe(400);
  expect((await db.doc(`issues/${id}`).get()).exists).toBe(false);
});

test("threat 4: a direct call of Firestore with six attachments, or with files of another member or report, is refused", async () => {
  const attachment = (path: string, overrides: object = {}): Record<string, unknown> =>
    map({ name: text("a.pdf"), size: integer(9), type: text("application/pdf"), path: text(path), ...overrides });
  const filing = (attachments: (id: string) => Record<string, unknown>[]): Attack =>
    attack((id) => [createWrite(id, reportFields(member, { attachments: list(...attachments(id)) })), countWrite(id)]);
  const ownPath = (id: string, number: number | string = 1): string => `attachments/${member.uid}/${id}/f${number}`;
  await expectDenied(
    {
      six: filing((id) => [1, 2, 3, 4, 5, 6].map((at) => attachment(ownPath(id, at)))),
      "the same file six times": filing((id) => Array.from({ length: 6 }, () => attachment(ownPath(id)))),
      "attachments that are a map of six": attack((id) => [
        createWrite(
          id,
          reportFields(member, {
            attachments: map(
              Object.fromEntries([0, 1, 2, 3, 4, 5].map((at) => [String(at), attachment(ownPath(id, at))])),
            ),
          }),
        ),
        countWrite(id),
      ]),
      "attachments that are a text": attack((id) => [
        createWrite(id, reportFields(member, { attachments: text("[]") })),
        countWrite(id),
      ]),
      "another member's": filing((id) => [attachment(`attachments/${other.uid}/${id}/f1`)]),
      "another member's as the fifth": filing((id) => [
        ...[1, 2, 3, 4].map((at) => attachment(ownPath(id, at))),
        attachment(`attachments/${other.uid}/${id}/f1`),
      ]),
      "another report's": filing(() => [attachment(ownPath("another-report"))]),
      "a path up and into another folder": filing((id) => [
        attachment(`attachments/${member.uid}/${id}/../${other.uid}/f1`),
      ]),
      "a path that ends with ..": filing((id) => [attachment(`attachments/${member.uid}/${id}/..`)]),
      "a path with one more folder": filing((id) => [attachment(`attachments/${member.uid}/${id}/f/1`)]),
      "an address elsewhere": filing(() => [attachment("https://example.org/f1")]),
      "the board's snapshot": filing(() => [attachment("snapshots/issues.json.gz")]),
      "a line break after the path": filing((id) => [attachment(`${ownPath(id)}\n`)]),
      "a letter before the path": filing((id) => [attachment(`x${ownPath(id)}`)]),
      "no path": filing(() => [attachment("")]),
      "5 MB and one byte": filing((id) => [attachment(ownPath(id), { size: integer(LIMITS.attachmentBytes + 1) })]),
      "no bytes": filing((id) => [attachment(ownPath(id), { size: integer(0) })]),
      "a size that is a floating-point number": filing((id) => [attachment(ownPath(id), { size: { doubleValue: 9 } })]),
      "a size that is NaN": filing((id) => [attachment(ownPath(id), { size: { doubleValue: "NaN" } })]),
      "an SVG image": filing((id) => [attachment(ownPath(id), { type: text("image/svg+xml") })]),
      "an HTML page": filing((id) => [attachment(ownPath(id), { type: text("text/html") })]),
      "a type with a second line": filing((id) => [attachment(ownPath(id), { type: text("text/plain\ntext/html") })]),
    },
    { reportExists: false },
  );
  await expectDenied(
    {
      "a file added later": attack((id) => [
        changeWrite(id, member, { attachments: list(attachment(ownPath(id))) }),
        boardWrite(id),
      ]),
      "a file added later by an admin": byAdmin((id) => [
        changeWrite(id, admin, { attachments: list(attachment(ownPath(id))) }),
        boardWrite(id),
      ]),
      "a file appended": attack((id) => [
        changeWrite(
          id,
          member,
          {},
          {
            updateTransforms: [
              { fieldPath: "attachments", appendMissingElements: { values: [attachment(ownPath(id))] } },
            ],
          },
        ),
        boardWrite(id),
      ]),
    },
    { reportExists: true },
  );
});

const TEXT_FIELDS = [
  ...["title", "description", "websiteUrl", "reproductionSteps", "environmentInfo", "expectedResult"],
  ...["actualResult", "problemItSolves", "howItWorks"],
];
const INVISIBLE_TEXTS = [
  " ",
  "\u00a0\u200b",
  "\u3164",
  "\u2800",
  "\u115f",
  "\u1160",
  "\uffa0",
  "\u{1d159}",
  "\u034f\ufe0f",
  " \u3164 \u2800 ",
];
const CONTROLS = [
  "\u0000",
  "\u0001",
  "\u0007",
  "\u0008",
  "\u000b",
  "\u000c",
  "\u001b[2J",
  "\u007f",
  "\u0085",
  "\u009b2J",
];

test("threat 6: a direct call of Firestore with a text that is too long or has control characters is refused, in every field", async () => {
  await expectDenied(
    {
      ...Object.fromEntries(
        TEXT_FIELDS.flatMap((field) =>
          [...CONTROLS, "x".repeat(100_000)].map((badText) => [
            `${field}: ${JSON.stringify(badText.slice(0, 9))}`,
            filing({ [field]: text(field === "websiteUrl" ? `https://example.org/${badText}` : `a${badText}b`) }),
          ]),
        ),
      ),
      "a title of 201 characters": filing({ title: text("x".repeat(LIMITS.titleLength + 1)) }),
      "a title of 101 characters of two UTF-16 units each": filing({ title: text("\u{1f600}".repeat(101)) }),
      "a title that is bytes": filing({ title: { bytesValue: "YWJj" } }),
      "a title that is a number": filing({ title: integer(7) }),
    },
    { reportExists: false },
  );
  await expectDenied(
    Object.fromEntries(
      [...CONTROLS, "x".repeat(100_000)].map((badText) => [
        `an amendment: ${JSON.stringify(badText.slice(0, 9))}`,
        amending({ text: text(`a${badText}b`) }),
      ]),
    ),
    { reportExists: true },
  );
});

test("threat 6: a direct call of Firestore with an invisible text is refused", async () => {
  const named = INVISIBLE_TEXTS.map((blank) => [JSON.stringify(blank), text(blank)] as const);
  await expectDenied(
    Object.fromEntries(
      named.flatMap(([name, blank]) => [
        [`a title: ${name}`, filing({ title: blank })],
        [`a description: ${name}`, filing({ description: blank })],
      ]),
    ),
    { reportExists: false },
  );
  await expectDenied(
    Object.fromEntries(named.map(([name, blank]) => [`an amendment: ${name}`, amending({ text: blank })])),
    { reportExists: true },
  );
});

test("threat 6: an unpaired surrogate is refused by Firestore itself, and nothing is stored", async () => {
  for (const half of ["\ud800", "\udfff", "\ude00\ud83d"]) {
    for (const field of TEXT_FIELDS) {
      const id = uniqueId("never");
      expect(
        await commit(member, [createWrite(id, reportFields(member, { [field]: text(`a${half}`) })), countWrite(id)]),
      ).toBe(400);
      expect((await db.doc(`issues/${id}`).get()).exists).toBe(false);
    }
    const { id } = await fileReport(member);
    expect(await commit(member, [amendWrite(id, member, { text: text(`a${half}`) }), boardWrite(id)])).toBe(400);
    expect((await db.doc(`issues/${id}`).get()).get("amendments")).toEqual({});
  }
});

test("threat 9: a direct call of Firestore with an address that is not http or https is refused", async () => {
  const hostile = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "javascript:https://example.org",
    "java\nscript:alert(1)",
    "https://example.org\njavascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "blob:https://example.org/x",
    "file:///etc/passwd",
    "//evil.example",
    "/\\evil.example",
    "http:evil.example",
    "https:\\\\evil.example",
    "https:///evil.example",
    "https://@evil.example",
    "https://evil\u2028.example",
    "http://",
  ];
  const attacks = Object.fromEntries(hostile.map((address) => [address, filing({ websiteUrl: text(address) })]));
  await expectDenied(attacks, { reportExists: false });
});

test("threat 29: the board moves only together with a report", async () => {
  const boardChange = (fields: Record<string, Record<string, unknown>>, overrides: object = {}): object => ({
    update: { name: `${DOCUMENTS}/boards/main`, fields },
    updateMask: { fieldPaths: Object.keys(fields) },
    ...overrides,
  });
  const time = { updateTransforms: [{ fieldPath: "changedAt", setToServerValue: "REQUEST_TIME" }] };
  const boardMoveBy = (by: number): object =>
    boardWrite("x", {
      updateTransforms: [
        { fieldPath: "revision", increment: integer(by) },
        { fieldPath: "changedAt", setToServerValue: "REQUEST_TIME" },
      ],
    });
  for (const as of [() => member, () => admin])
    await expectDenied(
      {
        alone: attack((id) => [boardWrite(id)], as),
        "alone, naming no report": attack(() => [boardWrite("no-such-report")], as),
        "alone, naming nothing": attack(() => [boardWrite("")], as),
        "backwards by one": attack(() => [boardMoveBy(-1)], as),
        "forwards by a thousand": attack(() => [boardMoveBy(1000)], as),
        "to the greatest number": attack(() => [boardChange({ revision: integer(Number.MAX_SAFE_INTEGER) }, time)], as),
        "to a text": attack(() => [boardChange({ revision: text("9") }, time)], as),
        "only its time": attack(() => [boardChange({ changedAt: { timestampValue: "2099-01-01T00:00:00Z" } })], as),
        "another field": attack(() => [boardChange({ rereadAt: { timestampValue: "2099-01-01T00:00:00Z" } })], as),
        deleted: attack(() => [{ delete: `${DOCUMENTS}/boards/main` }], as),
        "another board": attack(
          () => [{ update: { name: `${DOCUMENTS}/boards/other`, fields: { revision: integer(1) } } }],
          as,
        ),
        "with a report, but naming another": attack(
          (id) => [amendWrite(id, as(), { text: text("A note.") }), boardWrite("another-report")],
          as,
        ),
        "with a report, by two": attack(
          (id) => [
            amendWrite(id, as(), { text: text("A note.") }),
            boardWrite(id, {
              updateTransforms: [
                { fieldPath: "revision", increment: integer(2) },
                { fieldPath: "changedAt", setToServerValue: "REQUEST_TIME" },
              ],
            }),
          ],
          as,
        ),
        "not at all, although a report changes": attack((id) => [amendWrite(id, as(), { text: text("A note.") })], as),
      },
      { reportExists: true },
    );
});

test("threat 29: a deleted report's id cannot be used for a new report, by a direct call of Firestore either", async () => {
  const { id } = await fileReport(member);
  expect((await call("DELETE", `/api/issues/${id}`, { as: admin })).status).toBe(200);
  const before = await storedState(id);
  const trash = `${DOCUMENTS}/trash/${id}`;
  for (const person of [member, other, admin]) {
    const filing = [createWrite(id, reportFields(person)), countWrite(id)];
    const replacing = [createWrite(id, reportFields(person), { currentDocument: undefined }), countWrite(id)];
    for (const writes of [
      filing,
      replacing,
      [{ delete: trash }, ...filing],
      [...filing, { delete: trash }],
      [{ delete: trash }],
    ])
      expect(await commit(person, writes)).toBe(403);
    expect(
      (await call("POST", "/api/issues", { as: person, body: { id, type: "bug", title: "Over it", description: "x" } }))
        .status,
    ).toBe(409);
  }
  expect(await storedState(id)).toEqual(before);
});

const retitle = (id: string, as: Person, overrides: Record<string, object> = {}, times = ["updatedAt", "editedAt"]) => [
  changeWrite(id, as, { title: text("Never said that."), ...overrides } as Parameters<typeof changeWrite>[2], {
    updateTransforms: times.map((fieldPath) => ({ fieldPath, setToServerValue: "REQUEST_TIME" })),
  }),
  boardWrite(id),
];

test("threat 34: a direct call of Firestore cannot edit another's text, or anything but the texts", async () => {
  await expectDenied(
    {
      "another member's report": attack(
        (id) => retitle(id, other),
        () => other,
      ),
      "another member's report, and its reporter": attack(
        (id) => retitle(id, other, { reporterId: text(other.uid) }),
        () => other,
      ),
      "another member's description, by an admin": byAdmin((id) =>
        retitle(id, admin, { description: text("Nor that."), handledByAdmin: { booleanValue: true } }),
      ),
      "a correction by a member": attack((id) => retitle(id, member, { handledByAdmin: { booleanValue: true } })),
      "the time of filing": attack((id) => retitle(id, member, {}, ["updatedAt", "editedAt", "createdAt"])),
      "no time of the edit": attack((id) => retitle(id, member, {}, ["updatedAt"])),
      "a time of the edit that the client chose": attack((id) =>
        retitle(id, member, { editedAt: { timestampValue: "2020-01-01T00:00:00Z" } }, ["updatedAt"]),
      ),
      "an admin's mark": attack((id) => retitle(id, member, { byAdmin: { booleanValue: true } })),
    },
    { reportExists: true },
  );
});

test("threat 34: a direct call of Firestore cannot edit after 15 minutes, or after an admin has handled the report", async () => {
  const reports = await Promise.all(Array.from({ length: 3 }, () => fileReport(member)));
  const [fresh, old, handled] = reports.map(({ id }) => id) as [string, string, string];
  await db.doc(`issues/${old}`).update({ createdAt: new Date(Date.now() - LIMITS.editMinutes * 60_000) });
  for (const status of ["IN_PROGRESS", "OPEN"])
    await call("PUT", `/api/issues/${handled}`, { as: admin, body: { status } });
  await call("POST", "/api/issues/amendment", { as: other, body: { issueId: handled, text: "Seen again." } });
  expect(await commit(member, retitle(old, member))).toBe(403);
  expect(await commit(member, retitle(handled, member))).toBe(403);
  expect(await commit(member, retitle(handled, member, { handledByAdmin: { booleanValue: false } }))).toBe(403);
  expect(await commit(member, retitle(fresh, member))).toBe(200);
});
