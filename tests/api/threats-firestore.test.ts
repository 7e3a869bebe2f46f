import { LIMITS, STATUSES } from "@logbook/domain";
import { beforeAll, expect, test, vi } from "vitest";
import { call, file, newAdmin, newMember, type Person } from "../support/actors.ts";
import { db, uniqueId } from "../support/suite.ts";
import {
  amend,
  bump,
  change,
  commit,
  count,
  create,
  DOCUMENTS,
  firestore,
  list,
  map,
  openStore,
  reportFields,
  text,
  whole,
} from "./direct-requests.ts";

// Long, because each test tries a whole table of attacks.
vi.setConfig({ testTimeout: 120_000 });

let member: Person;
let other: Person;
let admin: Person;
beforeAll(async () => {
  [member, other, admin] = await Promise.all([newMember(), newMember(), newAdmin()]);
  await openStore.open();
});

/** A direct call of Firestore: its path (by default `:commit`), and its body for a report's id. */
interface Attack {
  as?: () => Person;
  method?: string;
  at?: (id: string) => string;
  body: (id: string) => unknown;
}

const commits = (writes: (id: string) => readonly object[], as?: () => Person): Attack => ({
  body: (id) => ({ writes: writes(id) }),
  ...(as && { as }),
});

const asAdmin = (writes: (id: string) => readonly object[]): Attack => commits(writes, () => admin);

async function everythingOf(id: string) {
  const found = await Promise.all(["issues", "trash", "boards", "members"].map((name) => db.collection(name).get()));
  const named = found.map(({ docs }) => docs.filter((doc) => [id, "main", member.uid, admin.uid].includes(doc.id)));
  return named.flat().map((doc) => ({ path: doc.ref.path, data: doc.data() }));
}

/**
 * Tries each attack on a report of its own, which exists if `filed` is set, and expects 403 and no change. Under rules
 * that allow everything the same attack must succeed, so only the rules refuse it.
 */
async function expectDenied(attacks: Record<string, Attack>, { filed }: { filed: boolean }): Promise<void> {
  const outcomes: Record<string, object> = {};
  for (const [what, { as, method = "POST", at = () => ":commit", body }] of Object.entries(attacks)) {
    const who = as?.() ?? member;
    const { id } = filed ? await file(member) : { id: uniqueId("never") };
    const before = await everythingOf(id);
    const denied = await firestore(who, method, at(id), body(id));
    const unchanged = JSON.stringify(await everythingOf(id)) === JSON.stringify(before);
    for (const path of [`issues/${id}`, "boards/main"]) await openStore.copy(path);
    const allowed = await openStore.call(who, method, at(id), body(id));
    outcomes[what] = { unchanged, denied: denied.status, allowed: allowed.status };
  }
  const expected = { unchanged: true, denied: 403, allowed: 200 };
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(attacks).map((what) => [what, expected])));
}

const name = (id: string): string => `${DOCUMENTS}/issues/${id}`;
const step = (id: string, as: Person, status: string, over: object = {}): object =>
  change(id, as, { status: text(status), handledByAdmin: { booleanValue: true } }, over);

test("threat 1: a member cannot change a status by any direct call of Firestore", async () => {
  const wanted = { fields: { status: text("IN_PROGRESS") } };
  await expectDenied(
    {
      "PATCH of the status": {
        method: "PATCH",
        at: (id) => `/issues/${id}?updateMask.fieldPaths=status`,
        body: () => wanted,
      },
      "PATCH on condition that it is there": {
        method: "PATCH",
        at: (id) => `/issues/${id}?updateMask.fieldPaths=status&currentDocument.exists=true`,
        body: () => wanted,
      },
      "PATCH with their own stamp": {
        method: "PATCH",
        at: (id) => `/issues/${id}?updateMask.fieldPaths=status&updateMask.fieldPaths=updatedBy`,
        body: () => ({ fields: { ...wanted.fields, updatedBy: text(member.uid) } }),
      },
      "PATCH of the whole report": {
        method: "PATCH",
        at: (id) => `/issues/${id}`,
        body: () => ({ fields: reportFields(member, wanted.fields) }),
      },
      "a step as an admin's, with the board": commits((id) => [step(id, member, "IN_PROGRESS"), bump(id)]),
      "the board first": commits((id) => [bump(id), step(id, member, "IN_PROGRESS")]),
      "a step stamped with an admin's id": commits((id) => [step(id, admin, "IN_PROGRESS"), bump(id)]),
      "a step back": commits((id) => [step(id, member, "CLOSED"), bump(id)]),
      "the status it has": commits((id) => [step(id, member, "OPEN"), bump(id)]),
      "a step hidden in an amendment": commits((id) => {
        const note = amend(id, member, { text: text("A note.") }) as Record<string, { fields: object }>;
        const fields = { ...note.update!.fields, status: text("IN_PROGRESS") };
        const mask = (note.updateMask as unknown as { fieldPaths: string[] }).fieldPaths;
        return [
          { ...note, update: { ...note.update, fields }, updateMask: { fieldPaths: [...mask, "status"] } },
          bump(id),
        ];
      }),
      "a step beside an amendment": commits((id) => [
        amend(id, member, { text: text("A note.") }),
        step(id, member, "IN_PROGRESS"),
        bump(id),
      ]),
      "a step before an amendment": commits((id) => [
        step(id, member, "IN_PROGRESS"),
        amend(id, member, { text: text("A note.") }),
        bump(id),
      ]),
      "the status deleted by the mask": commits((id) => [
        { ...step(id, member, ""), update: { name: name(id), fields: { updatedBy: text(member.uid) } } },
        bump(id),
      ]),
      "the status transformed": commits((id) => [
        change(id, member, {}, { updateTransforms: [{ fieldPath: "status", setToServerValue: "REQUEST_TIME" }] }),
        bump(id),
      ]),
      "the status made a list": commits((id) => [
        change(
          id,
          member,
          {},
          { updateTransforms: [{ fieldPath: "status", appendMissingElements: { values: [text("CLOSED")] } }] },
        ),
        bump(id),
      ]),
      "deleted and filed anew in another status": commits((id) => [
        { delete: name(id) },
        create(id, reportFields(member, { status: text("CLOSED") }), { currentDocument: { exists: false } }),
        count(id),
      ]),
    },
    { filed: true },
  );
});

test("threat 1: an admin can take one complete step, and change nothing else, by any direct call of Firestore", async () => {
  await expectDenied(
    {
      ...Object.fromEntries(
        STATUSES.filter((status) => !["OPEN", "IN_PROGRESS", "CLOSED"].includes(status)).map((status) => [
          `OPEN to ${status}`,
          asAdmin((id) => [step(id, admin, status), bump(id)]),
        ]),
      ),
      "a status nobody knows": asAdmin((id) => [step(id, admin, "DONE"), bump(id)]),
      "a status that is no text": asAdmin((id) => [change(id, admin, { status: whole(1) }), bump(id)]),
      "the title with it": asAdmin((id) => [
        change(id, admin, { status: text("IN_PROGRESS"), title: text("Rewritten") }),
        bump(id),
      ]),
      "the type with it": asAdmin((id) => [
        change(id, admin, { status: text("IN_PROGRESS"), type: text("feature") }),
        bump(id),
      ]),
      "a new field with it": asAdmin((id) => [
        change(id, admin, { status: text("IN_PROGRESS"), isAdmin: { booleanValue: true } }),
        bump(id),
      ]),
      "the title alone": asAdmin((id) => [change(id, admin, { title: text("Rewritten") }), bump(id)]),
      "the priority alone": asAdmin((id) => [change(id, admin, { priority: text("CRITICAL") }), bump(id)]),
      "without the board": asAdmin((id) => [step(id, admin, "IN_PROGRESS")]),
      "stamped as another": asAdmin((id) => [step(id, member, "IN_PROGRESS"), bump(id)]),
      "without the server's time": asAdmin((id) => [
        step(id, admin, "IN_PROGRESS", { updateTransforms: undefined }),
        bump(id),
      ]),
      "at a time of their own": asAdmin((id) => [
        change(
          id,
          admin,
          { status: text("IN_PROGRESS"), updatedAt: { timestampValue: "2030-01-01T00:00:00Z" } },
          { updateTransforms: undefined },
        ),
        bump(id),
      ]),
      "two steps in one commit": asAdmin((id) => [
        step(id, admin, "IN_PROGRESS"),
        step(id, admin, "TESTING"),
        bump(id),
      ]),
    },
    { filed: true },
  );
  const { id } = await file(member);
  expect(await commit(admin, [step(id, admin, "IN_PROGRESS"), bump(id)])).toBe(200);
});

test("threat 1: Firestore's calls for servers refuse every user's token", async () => {
  const { id } = await file(member);
  for (const person of [member, admin]) {
    const writes = [step(id, person, "IN_PROGRESS"), bump(id)];
    expect((await firestore(person, "POST", ":batchWrite", { writes })).status).toBe(403);
    expect((await firestore(person, "POST", ":listCollectionIds", {})).status).toBe(403);
  }
  expect((await db.doc(`issues/${id}`).get()).get("status")).toBe("OPEN");
});

const files = (fields: Record<string, object>, over: object = {}): Attack =>
  commits((id) => [
    create(id, reportFields(member, fields as Record<string, Record<string, unknown>>), over),
    count(id),
  ]);

const amends = (amendment: Record<string, Record<string, unknown>>): Attack =>
  commits((id) => [amend(id, member, { text: text("A note."), ...amendment }), bump(id)]);

test("threat 2: a direct call of Firestore cannot file, amend or move a report in another member's name", async () => {
  await expectDenied(
    {
      "another's reporterId": files({ reporterId: text(other.uid) }),
      "another's name": files({ reporter: text(other.username) }),
      "another's both": files({ reporterId: text(other.uid), reporter: text(other.username) }),
      "an admin's both, stamped as the admin": files({
        reporterId: text(admin.uid),
        reporter: text(admin.username),
        updatedBy: text(admin.uid),
      }),
      "one's own name in capitals": files({ reporter: text(member.username.toUpperCase()) }),
      "one's own name and a blank": files({ reporter: text(`${member.username} `) }),
      "one's own name and a mark that turns the writing": files({ reporter: text(`\u202e${member.username}`) }),
      "no name": files({ reporter: text("") }),
      "a name that is null": files({ reporter: { nullValue: null } }),
      "a name that is a list of one's own": files({ reporter: list(text(member.username)) }),
      "no reporterId": files({ reporterId: text("") }),
      "another's stamp": files({ updatedBy: text(other.uid) }),
    },
    { filed: false },
  );
  await expectDenied(
    {
      "an amendment by another's id": amends({ createdById: text(other.uid) }),
      "an amendment by another's name": amends({ createdBy: text(other.username) }),
      "an amendment by an admin": amends({ createdById: text(admin.uid), createdBy: text(admin.username) }),
      "a report made another's": commits((id) => [change(id, member, { reporterId: text(other.uid) }), bump(id)]),
      "a report given another name": commits((id) => [
        change(id, member, { reporter: text(other.username) }),
        bump(id),
      ]),
      "a report given another name by an admin": asAdmin((id) => [
        change(id, admin, { reporter: text(admin.username) }),
        bump(id),
      ]),
    },
    { filed: true },
  );
});

test("threat 3: a direct call of Firestore with an unknown field is refused", async () => {
  const yes = { booleanValue: true };
  const file = { name: text("a.pdf"), size: whole(9), type: text("application/pdf") };
  const at = (id: string): string => `attachments/${member.uid}/${id}/f1`;
  await expectDenied(
    {
      isAdmin: files({ isAdmin: yes }),
      id: files({ id: text("other") }),
      deletedAt: files({ deletedAt: { nullValue: null } }),
      constructor: files({ constructor: text("x") }),
      "a name with a dot": files({ "a.b": text("x") }),
      "a name that is empty but for a blank": files({ " ": text("x") }),
      "a name that looks like another": files({ "st\u0430tus": text("CLOSED") }),
      "a time of creation of their own": files(
        { createdAt: { timestampValue: "2020-01-01T00:00:00Z" } },
        { updateTransforms: [{ fieldPath: "updatedAt", setToServerValue: "REQUEST_TIME" }] },
      ),
      "an amendment from the start": files({ amendments: map({ a: map({ text: text("x") }) }) }),
      "a status that is not the first": files({ status: text("CLOSED") }),
      "an attachment's bytes": commits((id) => [
        create(
          id,
          reportFields(member, { attachments: list(map({ ...file, path: text(at(id)), data: text("data:,") })) }),
        ),
        count(id),
      ]),
    },
    { filed: false },
  );
  await expectDenied(
    {
      "a field of an amendment": amends({ isAdmin: yes }),
      "a field beside an amendment": commits((id) => [
        amend(id, member, { text: text("A note.") }),
        change(id, member, { isAdmin: yes }),
        bump(id),
      ]),
    },
    { filed: true },
  );
  // Firestore reserves such names.
  const id = uniqueId("never");
  const fields = { ...reportFields(member), ["__proto__"]: map({ isAdmin: yes }) };
  expect(await commit(member, [create(id, fields), count(id)])).toBe(400);
  expect((await db.doc(`issues/${id}`).get()).exists).toBe(false);
});

test("threat 4: a direct call of Firestore with six attachments, or with files of another member or report, is refused", async () => {
  const one = (path: string, over: object = {}): Record<string, unknown> =>
    map({ name: text("a.pdf"), size: whole(9), type: text("application/pdf"), path: text(path), ...over });
  const files = (attachments: (id: string) => Record<string, unknown>[]): Attack =>
    commits((id) => [create(id, reportFields(member, { attachments: list(...attachments(id)) })), count(id)]);
  const own = (id: string, at: number | string = 1): string => `attachments/${member.uid}/${id}/f${at}`;
  await expectDenied(
    {
      six: files((id) => [1, 2, 3, 4, 5, 6].map((at) => one(own(id, at)))),
      "six that are one": files((id) => Array.from({ length: 6 }, () => one(own(id)))),
      "attachments that are a map of six": commits((id) => [
        create(
          id,
          reportFields(member, {
            attachments: map(Object.fromEntries([0, 1, 2, 3, 4, 5].map((at) => [String(at), one(own(id, at))]))),
          }),
        ),
        count(id),
      ]),
      "attachments that are a text": commits((id) => [
        create(id, reportFields(member, { attachments: text("[]") })),
        count(id),
      ]),
      "another member's": files((id) => [one(`attachments/${other.uid}/${id}/f1`)]),
      "another member's as the fifth": files((id) => [
        ...[1, 2, 3, 4].map((at) => one(own(id, at))),
        one(`attachments/${other.uid}/${id}/f1`),
      ]),
      "another report's": files(() => [one(own("another-report"))]),
      "up and down again": files((id) => [one(`attachments/${member.uid}/${id}/../${other.uid}/f1`)]),
      "a way of dots": files((id) => [one(`attachments/${member.uid}/${id}/..`)]),
      "one folder more": files((id) => [one(`attachments/${member.uid}/${id}/f/1`)]),
      "an address elsewhere": files(() => [one("https://example.org/f1")]),
      "the board's snapshot": files(() => [one("snapshots/issues.json.gz")]),
      "a line break behind": files((id) => [one(`${own(id)}\n`)]),
      "something before": files((id) => [one(`x${own(id)}`)]),
      "no path": files(() => [one("")]),
      "5 MB and one byte": files((id) => [one(own(id), { size: whole(LIMITS.attachmentBytes + 1) })]),
      "no byte": files((id) => [one(own(id), { size: whole(0) })]),
      "a size with a point": files((id) => [one(own(id), { size: { doubleValue: 9 } })]),
      "a size that is no number": files((id) => [one(own(id), { size: { doubleValue: "NaN" } })]),
      "a picture that scripts run in": files((id) => [one(own(id), { type: text("image/svg+xml") })]),
      "a page": files((id) => [one(own(id), { type: text("text/html") })]),
      "a type with more behind it": files((id) => [one(own(id), { type: text("text/plain\ntext/html") })]),
    },
    { filed: false },
  );
  await expectDenied(
    {
      "a file added later": commits((id) => [change(id, member, { attachments: list(one(own(id))) }), bump(id)]),
      "a file added later by an admin": asAdmin((id) => [
        change(id, admin, { attachments: list(one(own(id))) }),
        bump(id),
      ]),
      "a file appended": commits((id) => [
        change(
          id,
          member,
          {},
          { updateTransforms: [{ fieldPath: "attachments", appendMissingElements: { values: [one(own(id))] } }] },
        ),
        bump(id),
      ]),
    },
    { filed: true },
  );
});

const TEXT_FIELDS = [
  ...["title", "description", "websiteUrl", "reproductionSteps", "environmentInfo", "expectedResult"],
  ...["actualResult", "problemItSolves", "howItWorks"],
];
const INVISIBLE = [
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
          [...CONTROLS, "x".repeat(100_000)].map((bad) => [
            `${field}: ${JSON.stringify(bad.slice(0, 9))}`,
            files({ [field]: text(field === "websiteUrl" ? `https://example.org/${bad}` : `a${bad}b`) }),
          ]),
        ),
      ),
      "a title of 201 characters": files({ title: text("x".repeat(LIMITS.titleLength + 1)) }),
      "a title of 101 signs of two units": files({ title: text("\u{1f600}".repeat(101)) }),
      "a title that is bytes": files({ title: { bytesValue: "YWJj" } }),
      "a title that is a number": files({ title: whole(7) }),
    },
    { filed: false },
  );
  await expectDenied(
    Object.fromEntries(
      [...CONTROLS, "x".repeat(100_000)].map((bad) => [
        `an amendment: ${JSON.stringify(bad.slice(0, 9))}`,
        amends({ text: text(`a${bad}b`) }),
      ]),
    ),
    { filed: true },
  );
});

test("threat 6: a direct call of Firestore with an invisible text is refused", async () => {
  const named = INVISIBLE.map((blank) => [JSON.stringify(blank), text(blank)] as const);
  await expectDenied(
    Object.fromEntries(
      named.flatMap(([name, blank]) => [
        [`a title: ${name}`, files({ title: blank })],
        [`a description: ${name}`, files({ description: blank })],
      ]),
    ),
    { filed: false },
  );
  await expectDenied(
    Object.fromEntries(named.map(([name, blank]) => [`an amendment: ${name}`, amends({ text: blank })])),
    { filed: true },
  );
});

test("threat 6: an unpaired surrogate is refused by Firestore itself, and nothing is stored", async () => {
  for (const half of ["\ud800", "\udfff", "\ude00\ud83d"]) {
    for (const field of TEXT_FIELDS) {
      const id = uniqueId("never");
      expect(await commit(member, [create(id, reportFields(member, { [field]: text(`a${half}`) })), count(id)])).toBe(
        400,
      );
      expect((await db.doc(`issues/${id}`).get()).exists).toBe(false);
    }
    const { id } = await file(member);
    expect(await commit(member, [amend(id, member, { text: text(`a${half}`) }), bump(id)])).toBe(400);
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
  const attacks = Object.fromEntries(hostile.map((address) => [address, files({ websiteUrl: text(address) })]));
  await expectDenied(attacks, { filed: false });
});

test("threat 29: the board moves only together with a report", async () => {
  const masked = (fields: Record<string, Record<string, unknown>>, over: object = {}): object => ({
    update: { name: `${DOCUMENTS}/boards/main`, fields },
    updateMask: { fieldPaths: Object.keys(fields) },
    ...over,
  });
  const time = { updateTransforms: [{ fieldPath: "changedAt", setToServerValue: "REQUEST_TIME" }] };
  const adds = (by: number): object =>
    bump("x", {
      updateTransforms: [
        { fieldPath: "revision", increment: whole(by) },
        { fieldPath: "changedAt", setToServerValue: "REQUEST_TIME" },
      ],
    });
  for (const as of [() => member, () => admin])
    await expectDenied(
      {
        alone: commits((id) => [bump(id)], as),
        "alone, naming no report": commits(() => [bump("no-such-report")], as),
        "alone, naming nothing": commits(() => [bump("")], as),
        "back by one": commits(() => [adds(-1)], as),
        "on by a thousand": commits(() => [adds(1000)], as),
        "to the end": commits(() => [masked({ revision: whole(Number.MAX_SAFE_INTEGER) }, time)], as),
        "to a text": commits(() => [masked({ revision: text("9") }, time)], as),
        "its time alone": commits(() => [masked({ changedAt: { timestampValue: "2099-01-01T00:00:00Z" } })], as),
        "another field": commits(() => [masked({ rereadAt: { timestampValue: "2099-01-01T00:00:00Z" } })], as),
        deleted: commits(() => [{ delete: `${DOCUMENTS}/boards/main` }], as),
        "a board of their own": commits(
          () => [{ update: { name: `${DOCUMENTS}/boards/other`, fields: { revision: whole(1) } } }],
          as,
        ),
        "with a report, but naming another": commits(
          (id) => [amend(id, as(), { text: text("A note.") }), bump("another-report")],
          as,
        ),
        "with a report, by two": commits(
          (id) => [
            amend(id, as(), { text: text("A note.") }),
            bump(id, {
              updateTransforms: [
                { fieldPath: "revision", increment: whole(2) },
                { fieldPath: "changedAt", setToServerValue: "REQUEST_TIME" },
              ],
            }),
          ],
          as,
        ),
        "not, though a report changes": commits((id) => [amend(id, as(), { text: text("A note.") })], as),
      },
      { filed: true },
    );
});

test("threat 29: a deleted report's id cannot be used for a new report, by a direct call of Firestore either", async () => {
  const { id } = await file(member);
  expect((await call("DELETE", `/api/issues/${id}`, { as: admin })).status).toBe(200);
  const before = await everythingOf(id);
  const trash = `${DOCUMENTS}/trash/${id}`;
  for (const person of [member, other, admin]) {
    const filing = [create(id, reportFields(person)), count(id)];
    const replacing = [create(id, reportFields(person), { currentDocument: undefined }), count(id)];
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
  expect(await everythingOf(id)).toEqual(before);
});

const retitled = (id: string, as: Person, over: Record<string, object> = {}, times = ["updatedAt", "editedAt"]) => [
  change(id, as, { title: text("Never said that."), ...over } as Parameters<typeof change>[2], {
    updateTransforms: times.map((fieldPath) => ({ fieldPath, setToServerValue: "REQUEST_TIME" })),
  }),
  bump(id),
];

test("threat 34: a direct call of Firestore cannot edit another's text, or anything but the texts", async () => {
  await expectDenied(
    {
      "another member's report": commits(
        (id) => retitled(id, other),
        () => other,
      ),
      "another member's report, and its reporter": commits(
        (id) => retitled(id, other, { reporterId: text(other.uid) }),
        () => other,
      ),
      "another member's description, by an admin": asAdmin((id) =>
        retitled(id, admin, { description: text("Nor that."), handledByAdmin: { booleanValue: true } }),
      ),
      "a correction by a member": commits((id) => retitled(id, member, { handledByAdmin: { booleanValue: true } })),
      "the time of filing": commits((id) => retitled(id, member, {}, ["updatedAt", "editedAt", "createdAt"])),
      "no time of the edit": commits((id) => retitled(id, member, {}, ["updatedAt"])),
      "a time of the edit of long ago": commits((id) =>
        retitled(id, member, { editedAt: { timestampValue: "2020-01-01T00:00:00Z" } }, ["updatedAt"]),
      ),
      "an admin's mark": commits((id) => retitled(id, member, { byAdmin: { booleanValue: true } })),
    },
    { filed: true },
  );
});

test("threat 34: a direct call of Firestore cannot edit after 15 minutes, or after an admin's touch", async () => {
  const reports = await Promise.all(Array.from({ length: 3 }, () => file(member)));
  const [fresh, old, handled] = reports.map(({ id }) => id) as [string, string, string];
  await db.doc(`issues/${old}`).update({ createdAt: new Date(Date.now() - LIMITS.editMinutes * 60_000) });
  for (const status of ["IN_PROGRESS", "OPEN"])
    await call("PUT", `/api/issues/${handled}`, { as: admin, body: { status } });
  await call("POST", "/api/issues/amendment", { as: other, body: { issueId: handled, text: "Seen again." } });
  expect(await commit(member, retitled(old, member))).toBe(403);
  expect(await commit(member, retitled(handled, member))).toBe(403);
  expect(await commit(member, retitled(handled, member, { handledByAdmin: { booleanValue: false } }))).toBe(403);
  expect(await commit(member, retitled(fresh, member))).toBe(200);
});
