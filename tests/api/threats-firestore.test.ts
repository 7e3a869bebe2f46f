import { DETAIL_FIELDS, LIMITS, STATUSES } from "@logbook/domain";
import { beforeAll, expect, test, vi } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { db, uniqueId } from "../support/suite.ts";
import {
  amendWrite,
  boardWrite,
  boardWriteForNewReport,
  callFirestore,
  changeWrite,
  commit,
  createWrite,
  DOCUMENTS,
  type FirestoreValue,
  integerValue,
  listValue,
  mapValue,
  openStore,
  reportFields,
  serverTime,
  textValue,
} from "./direct-requests.ts";
import { INVISIBLE_TEXTS, UNPAIRED_SURROGATES } from "./hostile-texts.ts";

// Each test tries a whole table of attacks, which takes long.
vi.setConfig({ testTimeout: 120_000 });

let member: Person;
let otherMember: Person;
let admin: Person;
beforeAll(async () => {
  [member, otherMember, admin] = await Promise.all([newMember(), newMember(), newAdmin()]);
  await openStore.loadRules();
});

/** A direct call of Firestore, by default a commit by `member`. Its path and body depend on the report's id. */
interface Attack {
  as?: () => Person;
  method?: string;
  path?: (id: string) => string;
  body: (id: string) => unknown;
}

/** An attack that commits these writes. */
const createAttack = (writes: (id: string) => readonly object[], as?: () => Person): Attack => ({
  body: (id) => ({ writes: writes(id) }),
  ...(as && { as }),
});

const attackByAdmin = (writes: (id: string) => readonly object[]): Attack => createAttack(writes, () => admin);

/** The report with this id, its trash entry, the board, and the member documents of `member` and `admin`. */
async function readStoredState(id: string) {
  const collections = ["issues", "trash", "boards", "members"];
  const results = await Promise.all(collections.map((name) => db.collection(name).get()));
  const documents = results.flatMap(({ docs }) => docs);
  const relevantIds = [id, "main", member.uid, admin.uid];
  return documents
    .filter((doc) => relevantIds.includes(doc.id))
    .map((doc) => ({ path: doc.ref.path, data: doc.data() }));
}

/**
 * Tries each attack on a report of its own, which is filed first if `reportExists`, and expects 403 and no change.
 * Under rules that allow everything the same attack must succeed: then only the rules have refused it.
 */
async function expectDenied(
  attacks: Record<string, Attack>,
  { reportExists }: { reportExists: boolean },
): Promise<void> {
  const outcomes: Record<string, object> = {};
  for (const [label, { as, method = "POST", path = () => ":commit", body }] of Object.entries(attacks)) {
    const caller = as?.() ?? member;
    const { id } = reportExists ? await fileReport(member) : { id: uniqueId("never") };
    const stateBefore = await readStoredState(id);
    const { status } = await callFirestore(caller, method, path(id), body(id));
    const isUnchanged = JSON.stringify(await readStoredState(id)) === JSON.stringify(stateBefore);
    for (const copiedPath of [`issues/${id}`, "boards/main"]) await openStore.copy(copiedPath);
    const { status: statusWithoutRules } = await openStore.call(caller, method, path(id), body(id));
    outcomes[label] = { isUnchanged, status, statusWithoutRules };
  }
  const expected = { isUnchanged: true, status: 403, statusWithoutRules: 200 };
  expect(outcomes).toEqual(Object.fromEntries(Object.keys(attacks).map((label) => [label, expected])));
}

const documentName = (id: string): string => `${DOCUMENTS}/issues/${id}`;
const stepWrite = (id: string, as: Person, status: string, overrides: object = {}): object =>
  changeWrite(id, as, { status: textValue(status), handledByAdmin: { booleanValue: true } }, overrides);

test("threat 1: a member cannot change a status by any direct call of Firestore", async () => {
  const newStatus = { fields: { status: textValue("IN_PROGRESS") } };
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
        body: () => ({ fields: { ...newStatus.fields, updatedBy: textValue(member.uid) } }),
      },
      "PATCH of the whole report": {
        method: "PATCH",
        path: (id) => `/issues/${id}`,
        body: () => ({ fields: reportFields(member, newStatus.fields) }),
      },
      "a step like an admin's, with the board": createAttack((id) => [
        stepWrite(id, member, "IN_PROGRESS"),
        boardWrite(id),
      ]),
      "the board first": createAttack((id) => [boardWrite(id), stepWrite(id, member, "IN_PROGRESS")]),
      "a step stamped with an admin's id": createAttack((id) => [stepWrite(id, admin, "IN_PROGRESS"), boardWrite(id)]),
      // In a bug's cycle CLOSED comes before OPEN.
      "a step back": createAttack((id) => [stepWrite(id, member, "CLOSED"), boardWrite(id)]),
      "the current status": createAttack((id) => [stepWrite(id, member, "OPEN"), boardWrite(id)]),
      "a step hidden in an amendment": createAttack((id) => {
        const amendment = amendWrite(id, member, { text: textValue("A note.") });
        const fields = { ...amendment.update.fields, status: textValue("IN_PROGRESS") };
        const update = { ...amendment.update, fields };
        const updateMask = { fieldPaths: [...amendment.updateMask.fieldPaths, "status"] };
        return [{ ...amendment, update, updateMask }, boardWrite(id)];
      }),
      "a step beside an amendment": createAttack((id) => [
        amendWrite(id, member, { text: textValue("A note.") }),
        stepWrite(id, member, "IN_PROGRESS"),
        boardWrite(id),
      ]),
      "a step before an amendment": createAttack((id) => [
        stepWrite(id, member, "IN_PROGRESS"),
        amendWrite(id, member, { text: textValue("A note.") }),
        boardWrite(id),
      ]),
      "the status deleted by the mask": createAttack((id) => [
        // The mask names the status, but the fields lack it: then Firestore deletes it.
        {
          ...stepWrite(id, member, ""),
          update: { name: documentName(id), fields: { updatedBy: textValue(member.uid) } },
        },
        boardWrite(id),
      ]),
      "the status transformed": createAttack((id) => [
        changeWrite(id, member, {}, { updateTransforms: [serverTime("status")] }),
        boardWrite(id),
      ]),
      "the status changed into a list": createAttack((id) => [
        changeWrite(
          id,
          member,
          {},
          { updateTransforms: [{ fieldPath: "status", appendMissingElements: { values: [textValue("CLOSED")] } }] },
        ),
        boardWrite(id),
      ]),
      "deleted and filed anew in another status": createAttack((id) => [
        { delete: documentName(id) },
        createWrite(id, reportFields(member, { status: textValue("CLOSED") })),
        boardWriteForNewReport(id),
      ]),
    },
    { reportExists: true },
  );
});

test("threat 1: an admin can take one complete step, and change nothing else, by any direct call of Firestore", async () => {
  await expectDenied(
    {
      // From OPEN an admin may go to IN_PROGRESS or CLOSED.
      ...Object.fromEntries(
        STATUSES.filter((status) => !["OPEN", "IN_PROGRESS", "CLOSED"].includes(status)).map((status) => [
          `OPEN to ${status}`,
          attackByAdmin((id) => [stepWrite(id, admin, status), boardWrite(id)]),
        ]),
      ),
      "an unknown status": attackByAdmin((id) => [stepWrite(id, admin, "DONE"), boardWrite(id)]),
      "a status that is a number": attackByAdmin((id) => [
        changeWrite(id, admin, { status: integerValue(1) }),
        boardWrite(id),
      ]),
      "the title with the status": attackByAdmin((id) => [
        changeWrite(id, admin, { status: textValue("IN_PROGRESS"), title: textValue("Rewritten") }),
        boardWrite(id),
      ]),
      "the type with the status": attackByAdmin((id) => [
        changeWrite(id, admin, { status: textValue("IN_PROGRESS"), type: textValue("feature") }),
        boardWrite(id),
      ]),
      "a new field with the status": attackByAdmin((id) => [
        changeWrite(id, admin, { status: textValue("IN_PROGRESS"), isAdmin: { booleanValue: true } }),
        boardWrite(id),
      ]),
      "the title alone": attackByAdmin((id) => [
        changeWrite(id, admin, { title: textValue("Rewritten") }),
        boardWrite(id),
      ]),
      "the priority alone": attackByAdmin((id) => [
        changeWrite(id, admin, { priority: textValue("CRITICAL") }),
        boardWrite(id),
      ]),
      "without the board": attackByAdmin((id) => [stepWrite(id, admin, "IN_PROGRESS")]),
      "stamped with another's id": attackByAdmin((id) => [stepWrite(id, member, "IN_PROGRESS"), boardWrite(id)]),
      "without the server's time": attackByAdmin((id) => [
        stepWrite(id, admin, "IN_PROGRESS", { updateTransforms: undefined }),
        boardWrite(id),
      ]),
      "at a time that the client chose": attackByAdmin((id) => [
        changeWrite(
          id,
          admin,
          { status: textValue("IN_PROGRESS"), updatedAt: { timestampValue: "2030-01-01T00:00:00Z" } },
          { updateTransforms: undefined },
        ),
        boardWrite(id),
      ]),
      "two steps in one commit": attackByAdmin((id) => [
        stepWrite(id, admin, "IN_PROGRESS"),
        stepWrite(id, admin, "TESTING"),
        boardWrite(id),
      ]),
    },
    { reportExists: true },
  );
  const { id } = await fileReport(member);
  expect(await commit(admin, [stepWrite(id, admin, "IN_PROGRESS"), boardWrite(id)])).toBe(200);
});

test("threat 1: Firestore's calls for servers refuse every user's token", async () => {
  const { id } = await fileReport(member);
  for (const person of [member, admin]) {
    const writes = [stepWrite(id, person, "IN_PROGRESS"), boardWrite(id)];
    expect((await callFirestore(person, "POST", ":batchWrite", { writes })).status).toBe(403);
    expect((await callFirestore(person, "POST", ":listCollectionIds", {})).status).toBe(403);
  }
  expect((await db.doc(`issues/${id}`).get()).get("status")).toBe("OPEN");
});

/** An attack that files a report with these fields; `overrides` change the write. */
const filingAttack = (fields: Record<string, FirestoreValue>, overrides: object = {}): Attack =>
  createAttack((id) => [createWrite(id, reportFields(member, fields), overrides), boardWriteForNewReport(id)]);

const amendingAttack = (amendment: Record<string, FirestoreValue>): Attack =>
  createAttack((id) => [amendWrite(id, member, { text: textValue("A note."), ...amendment }), boardWrite(id)]);

test("threat 2: a direct call of Firestore cannot file, amend or move a report in another member's name", async () => {
  await expectDenied(
    {
      "another's reporterId": filingAttack({ reporterId: textValue(otherMember.uid) }),
      "another's name": filingAttack({ reporter: textValue(otherMember.username) }),
      "another's id and name": filingAttack({
        reporterId: textValue(otherMember.uid),
        reporter: textValue(otherMember.username),
      }),
      "an admin's id and name, stamped as the admin": filingAttack({
        reporterId: textValue(admin.uid),
        reporter: textValue(admin.username),
        updatedBy: textValue(admin.uid),
      }),
      "one's own name in capitals": filingAttack({ reporter: textValue(member.username.toUpperCase()) }),
      "one's own name and a blank": filingAttack({ reporter: textValue(`${member.username} `) }),
      "one's own name and a text-direction character": filingAttack({
        reporter: textValue(`\u202e${member.username}`),
      }),
      "no name": filingAttack({ reporter: textValue("") }),
      "a name that is null": filingAttack({ reporter: { nullValue: null } }),
      "a name that is a list of one's own": filingAttack({ reporter: listValue(textValue(member.username)) }),
      "no reporterId": filingAttack({ reporterId: textValue("") }),
      "another's stamp": filingAttack({ updatedBy: textValue(otherMember.uid) }),
    },
    { reportExists: false },
  );
  await expectDenied(
    {
      "an amendment by another's id": amendingAttack({ createdById: textValue(otherMember.uid) }),
      "an amendment by another's name": amendingAttack({ createdBy: textValue(otherMember.username) }),
      "an amendment by an admin": amendingAttack({
        createdById: textValue(admin.uid),
        createdBy: textValue(admin.username),
      }),
      "a report made another's": createAttack((id) => [
        changeWrite(id, member, { reporterId: textValue(otherMember.uid) }),
        boardWrite(id),
      ]),
      "a report given another name": createAttack((id) => [
        changeWrite(id, member, { reporter: textValue(otherMember.username) }),
        boardWrite(id),
      ]),
      "a report given another name by an admin": attackByAdmin((id) => [
        changeWrite(id, admin, { reporter: textValue(admin.username) }),
        boardWrite(id),
      ]),
    },
    { reportExists: true },
  );
});

test("threat 3: a direct call of Firestore with an unknown field is refused", async () => {
  const trueValue = { booleanValue: true };
  const file = { name: textValue("a.pdf"), size: integerValue(9), type: textValue("application/pdf") };
  const ownPath = (id: string): string => `attachments/${member.uid}/${id}/f1`;
  await expectDenied(
    {
      isAdmin: filingAttack({ isAdmin: trueValue }),
      id: filingAttack({ id: textValue("other") }),
      deletedAt: filingAttack({ deletedAt: { nullValue: null } }),
      constructor: filingAttack({ constructor: textValue("x") }),
      "a field name with a dot": filingAttack({ "a.b": textValue("x") }),
      "a field name that is a blank": filingAttack({ " ": textValue("x") }),
      "a field name that looks like another": filingAttack({ "st\u0430tus": textValue("CLOSED") }),
      "a time of creation that the client chose": filingAttack(
        { createdAt: { timestampValue: "2020-01-01T00:00:00Z" } },
        { updateTransforms: [serverTime("updatedAt")] },
      ),
      "an amendment in a new report": filingAttack({ amendments: mapValue({ a: mapValue({ text: textValue("x") }) }) }),
      "a status that is not the first": filingAttack({ status: textValue("CLOSED") }),
      "an attachment's bytes": createAttack((id) => [
        createWrite(
          id,
          reportFields(member, {
            attachments: listValue(mapValue({ ...file, path: textValue(ownPath(id)), data: textValue("data:,") })),
          }),
        ),
        boardWriteForNewReport(id),
      ]),
    },
    { reportExists: false },
  );
  await expectDenied(
    {
      "a field of an amendment": amendingAttack({ isAdmin: trueValue }),
      "a field beside an amendment": createAttack((id) => [
        amendWrite(id, member, { text: textValue("A note.") }),
        changeWrite(id, member, { isAdmin: trueValue }),
        boardWrite(id),
      ]),
    },
    { reportExists: true },
  );
  // Firestore reserves names like `__proto__`. Without brackets this would set the object's prototype, not a field.
  const id = uniqueId("never");
  const fields = { ...reportFields(member), ["__proto__"]: mapValue({ isAdmin: trueValue }) };
  expect(await commit(member, [createWrite(id, fields), boardWriteForNewReport(id)])).toBe(400);
  expect((await db.doc(`issues/${id}`).get()).exists).toBe(false);
});

test("threat 4: a direct call of Firestore with six attachments, or with files of another member or report, is refused", async () => {
  const attachment = (path: string, overrides: Record<string, FirestoreValue> = {}): FirestoreValue =>
    mapValue({
      name: textValue("a.pdf"),
      size: integerValue(9),
      type: textValue("application/pdf"),
      path: textValue(path),
      ...overrides,
    });
  const filingWith = (attachments: (id: string) => FirestoreValue[]): Attack =>
    createAttack((id) => [
      createWrite(id, reportFields(member, { attachments: listValue(...attachments(id)) })),
      boardWriteForNewReport(id),
    ]);
  const ownPath = (id: string, number: number | string = 1): string => `attachments/${member.uid}/${id}/f${number}`;
  await expectDenied(
    {
      six: filingWith((id) => [1, 2, 3, 4, 5, 6].map((number) => attachment(ownPath(id, number)))),
      "the same file six times": filingWith((id) => Array.from({ length: 6 }, () => attachment(ownPath(id)))),
      "attachments that are a map of six": createAttack((id) => [
        createWrite(
          id,
          reportFields(member, {
            attachments: mapValue(
              Object.fromEntries([0, 1, 2, 3, 4, 5].map((index) => [String(index), attachment(ownPath(id, index))])),
            ),
          }),
        ),
        boardWriteForNewReport(id),
      ]),
      "attachments that are a text": createAttack((id) => [
        createWrite(id, reportFields(member, { attachments: textValue("[]") })),
        boardWriteForNewReport(id),
      ]),
      "another member's": filingWith((id) => [attachment(`attachments/${otherMember.uid}/${id}/f1`)]),
      "another member's as the fifth": filingWith((id) => [
        ...[1, 2, 3, 4].map((number) => attachment(ownPath(id, number))),
        attachment(`attachments/${otherMember.uid}/${id}/f1`),
      ]),
      "another report's": filingWith(() => [attachment(ownPath("another-report"))]),
      "a path up and into another folder": filingWith((id) => [
        attachment(`attachments/${member.uid}/${id}/../${otherMember.uid}/f1`),
      ]),
      "a path that ends with ..": filingWith((id) => [attachment(`attachments/${member.uid}/${id}/..`)]),
      "a path with one more folder": filingWith((id) => [attachment(`attachments/${member.uid}/${id}/f/1`)]),
      "an address elsewhere": filingWith(() => [attachment("https://example.org/f1")]),
      "the board's snapshot": filingWith(() => [attachment("snapshots/board.zst")]),
      "a line break after the path": filingWith((id) => [attachment(`${ownPath(id)}\n`)]),
      "a letter before the path": filingWith((id) => [attachment(`x${ownPath(id)}`)]),
      "no path": filingWith(() => [attachment("")]),
      "5 MB and one byte": filingWith((id) => [
        attachment(ownPath(id), { size: integerValue(LIMITS.attachmentBytes + 1) }),
      ]),
      "no bytes": filingWith((id) => [attachment(ownPath(id), { size: integerValue(0) })]),
      "a size that is a floating-point number": filingWith((id) => [
        attachment(ownPath(id), { size: { doubleValue: 9 } }),
      ]),
      "a size that is NaN": filingWith((id) => [attachment(ownPath(id), { size: { doubleValue: "NaN" } })]),
      "an SVG image": filingWith((id) => [attachment(ownPath(id), { type: textValue("image/svg+xml") })]),
      "an HTML page": filingWith((id) => [attachment(ownPath(id), { type: textValue("text/html") })]),
      "a type with a second line": filingWith((id) => [
        attachment(ownPath(id), { type: textValue("text/plain\ntext/html") }),
      ]),
    },
    { reportExists: false },
  );
  await expectDenied(
    {
      "a file added later": createAttack((id) => [
        changeWrite(id, member, { attachments: listValue(attachment(ownPath(id))) }),
        boardWrite(id),
      ]),
      "a file added later by an admin": attackByAdmin((id) => [
        changeWrite(id, admin, { attachments: listValue(attachment(ownPath(id))) }),
        boardWrite(id),
      ]),
      "a file appended": createAttack((id) => [
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

const TEXT_FIELDS = ["title", "description", ...DETAIL_FIELDS];
/** The two texts with `2J` are escape sequences that clear a terminal's screen. */
const CONTROL_CHARACTERS = [
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
          [...CONTROL_CHARACTERS, "x".repeat(100_000)].map((badText) => [
            `${field}: ${JSON.stringify(badText.slice(0, 9))}`,
            filingAttack({
              [field]: textValue(field === "websiteUrl" ? `https://example.org/${badText}` : `a${badText}b`),
            }),
          ]),
        ),
      ),
      "a title of 201 characters": filingAttack({ title: textValue("x".repeat(LIMITS.titleLength + 1)) }),
      "a title of 101 characters of two UTF-16 units each": filingAttack({ title: textValue("\u{1f600}".repeat(101)) }),
      "a title that is bytes": filingAttack({ title: { bytesValue: "YWJj" } }),
      "a title that is a number": filingAttack({ title: integerValue(7) }),
    },
    { reportExists: false },
  );
  await expectDenied(
    Object.fromEntries(
      [...CONTROL_CHARACTERS, "x".repeat(100_000)].map((badText) => [
        `an amendment: ${JSON.stringify(badText.slice(0, 9))}`,
        amendingAttack({ text: textValue(`a${badText}b`) }),
      ]),
    ),
    { reportExists: true },
  );
});

test("threat 6: a direct call of Firestore with an invisible text is refused", async () => {
  const texts = INVISIBLE_TEXTS.map((text) => ({ label: JSON.stringify(text), value: textValue(text) }));
  await expectDenied(
    Object.fromEntries(
      texts.flatMap(({ label, value }) => [
        [`a title: ${label}`, filingAttack({ title: value })],
        [`a description: ${label}`, filingAttack({ description: value })],
      ]),
    ),
    { reportExists: false },
  );
  await expectDenied(
    Object.fromEntries(texts.map(({ label, value }) => [`an amendment: ${label}`, amendingAttack({ text: value })])),
    { reportExists: true },
  );
});

test("threat 6: an unpaired surrogate is refused by Firestore itself, and nothing is stored", async () => {
  for (const surrogate of UNPAIRED_SURROGATES) {
    for (const field of TEXT_FIELDS) {
      const id = uniqueId("never");
      const filing = createWrite(id, reportFields(member, { [field]: textValue(`a${surrogate}`) }));
      expect(await commit(member, [filing, boardWriteForNewReport(id)])).toBe(400);
      expect((await db.doc(`issues/${id}`).get()).exists).toBe(false);
    }
    const { id } = await fileReport(member);
    const amendment = amendWrite(id, member, { text: textValue(`a${surrogate}`) });
    expect(await commit(member, [amendment, boardWrite(id)])).toBe(400);
    expect((await db.doc(`issues/${id}`).get()).get("amendments")).toEqual({});
  }
});

test("threat 9: a direct call of Firestore with an address that is not http or https is refused", async () => {
  const hostileAddresses = [
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
  const attacks = Object.fromEntries(
    hostileAddresses.map((address) => [address, filingAttack({ websiteUrl: textValue(address) })]),
  );
  await expectDenied(attacks, { reportExists: false });
});

test("threat 29: the board moves only together with a report", async () => {
  const boardChange = (fields: Record<string, FirestoreValue>, overrides: object = {}): object => ({
    update: { name: `${DOCUMENTS}/boards/main`, fields },
    updateMask: { fieldPaths: Object.keys(fields) },
    ...overrides,
  });
  const atServerTime = { updateTransforms: [serverTime("changedAt")] };
  /** A move of the board by another number than one; `id` is the report that the board then names. */
  const boardMoveBy = (increment: number, id = "x"): object =>
    boardWrite(id, {
      updateTransforms: [{ fieldPath: "revision", increment: integerValue(increment) }, serverTime("changedAt")],
    });
  for (const as of [() => member, () => admin])
    await expectDenied(
      {
        alone: createAttack((id) => [boardWrite(id)], as),
        "alone, naming no report": createAttack(() => [boardWrite("no-such-report")], as),
        "alone, naming nothing": createAttack(() => [boardWrite("")], as),
        "backwards by one": createAttack(() => [boardMoveBy(-1)], as),
        "forwards by a thousand": createAttack(() => [boardMoveBy(1000)], as),
        "to the greatest number": createAttack(
          () => [boardChange({ revision: integerValue(Number.MAX_SAFE_INTEGER) }, atServerTime)],
          as,
        ),
        "to a text": createAttack(() => [boardChange({ revision: textValue("9") }, atServerTime)], as),
        "only its time": createAttack(
          () => [boardChange({ changedAt: { timestampValue: "2099-01-01T00:00:00Z" } })],
          as,
        ),
        "another field": createAttack(
          () => [boardChange({ rereadAt: { timestampValue: "2099-01-01T00:00:00Z" } })],
          as,
        ),
        deleted: createAttack(() => [{ delete: `${DOCUMENTS}/boards/main` }], as),
        "another board": createAttack(
          () => [{ update: { name: `${DOCUMENTS}/boards/other`, fields: { revision: integerValue(1) } } }],
          as,
        ),
        "with a report, but naming another": createAttack(
          (id) => [amendWrite(id, as(), { text: textValue("A note.") }), boardWrite("another-report")],
          as,
        ),
        "with a report, by two": createAttack(
          (id) => [amendWrite(id, as(), { text: textValue("A note.") }), boardMoveBy(2, id)],
          as,
        ),
        "not at all, although a report changes": createAttack(
          (id) => [amendWrite(id, as(), { text: textValue("A note.") })],
          as,
        ),
      },
      { reportExists: true },
    );
});

test("threat 29: a deleted report's id cannot be used for a new report, by a direct call of Firestore either", async () => {
  const { id } = await fileReport(member);
  expect((await call("DELETE", `/api/issues/${id}`, { as: admin })).status).toBe(200);
  const stateBefore = await readStoredState(id);
  const trashDeletion = { delete: `${DOCUMENTS}/trash/${id}` };
  for (const person of [member, otherMember, admin]) {
    const createWrites = [createWrite(id, reportFields(person)), boardWriteForNewReport(id)];
    // Without a condition the write would also replace an existing report.
    const unconditionalWrite = createWrite(id, reportFields(person), { currentDocument: undefined });
    for (const writes of [
      createWrites,
      [unconditionalWrite, boardWriteForNewReport(id)],
      [trashDeletion, ...createWrites],
      [...createWrites, trashDeletion],
      [trashDeletion],
    ])
      expect(await commit(person, writes)).toBe(403);
    const body = { id, type: "bug", title: "Over it", description: "x" };
    expect((await call("POST", "/api/issues", { as: person, body })).status).toBe(409);
  }
  expect(await readStoredState(id)).toEqual(stateBefore);
});

/** The writes of an edit of the title and of the fields in `overrides`. `timeFields` get the time of the commit. */
const retitleWrites = (
  id: string,
  as: Person,
  overrides: Record<string, FirestoreValue> = {},
  timeFields = ["updatedAt", "editedAt"],
) => [
  changeWrite(
    id,
    as,
    { title: textValue("Never said that."), ...overrides },
    { updateTransforms: timeFields.map(serverTime) },
  ),
  boardWrite(id),
];

test("threat 34: a direct call of Firestore cannot edit another's text, or anything but the texts", async () => {
  await expectDenied(
    {
      "another member's report": createAttack(
        (id) => retitleWrites(id, otherMember),
        () => otherMember,
      ),
      "another member's report, and its reporter": createAttack(
        (id) => retitleWrites(id, otherMember, { reporterId: textValue(otherMember.uid) }),
        () => otherMember,
      ),
      "another member's description, by an admin": attackByAdmin((id) =>
        retitleWrites(id, admin, { description: textValue("Rewritten."), handledByAdmin: { booleanValue: true } }),
      ),
      "a correction by a member": createAttack((id) =>
        retitleWrites(id, member, { handledByAdmin: { booleanValue: true } }),
      ),
      "the time of filing": createAttack((id) => retitleWrites(id, member, {}, ["updatedAt", "editedAt", "createdAt"])),
      "no time of the edit": createAttack((id) => retitleWrites(id, member, {}, ["updatedAt"])),
      "a time of the edit that the client chose": createAttack((id) =>
        retitleWrites(id, member, { editedAt: { timestampValue: "2020-01-01T00:00:00Z" } }, ["updatedAt"]),
      ),
      "the admin mark": createAttack((id) => retitleWrites(id, member, { byAdmin: { booleanValue: true } })),
    },
    { reportExists: true },
  );
});

test("threat 34: a direct call of Firestore cannot edit after 15 minutes, or after an admin has handled the report", async () => {
  const reports = await Promise.all(Array.from({ length: 3 }, () => fileReport(member)));
  const [freshId, oldId, handledId] = reports.map(({ id }) => id) as [string, string, string];
  await db.doc(`issues/${oldId}`).update({ createdAt: new Date(Date.now() - LIMITS.editMinutes * 60_000) });
  for (const status of ["IN_PROGRESS", "OPEN"])
    await call("PUT", `/api/issues/${handledId}`, { as: admin, body: { status } });
  // Now neither the report's status nor its `updatedBy` shows that an admin has handled it.
  await call("POST", "/api/issues/amendment", { as: otherMember, body: { issueId: handledId, text: "Seen again." } });
  expect(await commit(member, retitleWrites(oldId, member))).toBe(403);
  expect(await commit(member, retitleWrites(handledId, member))).toBe(403);
  expect(await commit(member, retitleWrites(handledId, member, { handledByAdmin: { booleanValue: false } }))).toBe(403);
  expect(await commit(member, retitleWrites(freshId, member))).toBe(200);
});
