import { beforeAll, expect, test } from "vitest";
import { call, fileReport, newAdmin, newMember, newStranger, type Person } from "../support/actors.ts";
import { db } from "../support/suite.ts";
import {
  callFirestore,
  changeWrite,
  commit,
  DOCUMENTS,
  deletionWrites,
  stepWrites,
  textValue,
} from "./direct-requests.ts";

// tests/rules tries each condition of the rules. These tests try the rules together with the API and its data.

let member: Person;
let admin: Person;
let stranger: Person;
beforeAll(async () => {
  [member, admin, stranger] = await Promise.all([newMember(), newAdmin(), newStranger()]);
});

/** All that the calls below could change, and the report's events. */
async function readStoredState(id: string): Promise<unknown> {
  const paths = [`issues/${id}`, `trash/${id}`, "boards/main", `members/${member.uid}`, `ballots/${member.uid}`];
  const documents = await db.getAll(
    ...[...paths, `follows/${member.uid}`, `views/${member.uid}`].map((path) => db.doc(path)),
  );
  const events = await db.collection("history").where("issueId", "==", id).get();
  return [...documents, ...events.docs].map((document) => [document.ref.path, document.data()]);
}

/** Commits each list of writes as a person, and expects 403 and no change. */
async function expectDenied(id: string, attacks: Record<string, [as: Person | null, writes: object[]]>): Promise<void> {
  const stateBefore = await readStoredState(id);
  const statuses: Record<string, number> = {};
  for (const [label, [as, writes]] of Object.entries(attacks)) statuses[label] = await commit(as, writes);
  expect(statuses).toEqual(Object.fromEntries(Object.keys(attacks).map((label) => [label, 403])));
  expect(await readStoredState(id)).toEqual(stateBefore);
}

test("threat 1: only an admin changes a status by a direct call of Firestore: one complete step, and nothing else", async () => {
  const { id } = await fileReport(member);
  const [report, board, event] = stepWrites(id, admin, "OPEN", "IN_PROGRESS") as [object, object, object];
  await expectDenied(id, {
    "a member's complete step": [member, stepWrites(id, member, "OPEN", "IN_PROGRESS")],
    "a member's step back": [member, stepWrites(id, member, "OPEN", "CLOSED")],
    "a member's step in an admin's name": [member, stepWrites(id, admin, "OPEN", "IN_PROGRESS")],
    "a stranger's step": [stranger, stepWrites(id, stranger, "OPEN", "IN_PROGRESS")],
    "a guest's step": [null, stepWrites(id, member, "OPEN", "IN_PROGRESS")],
    "an admin's jump": [admin, stepWrites(id, admin, "OPEN", "RESOLVED")],
    "an admin's step without the board": [admin, [report, event]],
    "an admin's step without its event": [admin, [report, board]],
    "an admin's step with a title": [
      admin,
      [report, board, event, changeWrite(`issues/${id}`, { title: textValue("Rewritten") })],
    ],
    "a member's deletion": [member, await deletionWrites(id, member)],
    "an admin's deletion without a trash entry": [admin, (await deletionWrites(id, admin)).toSpliced(1, 1)],
  });
  for (const path of [`/issues/${id}?updateMask.fieldPaths=status`, `/issues/${id}`])
    expect((await callFirestore(member, "PATCH", path, { fields: { status: textValue("IN_PROGRESS") } })).status).toBe(
      403,
    );

  // The same step and the same deletion succeed if they are complete, and the list and the history have them at once.
  expect(await commit(admin, [report, board, event])).toBe(200);
  const { body } = await call("GET", `/api/reports/${id}`, { as: member });
  expect(body.issue.status).toBe("IN_PROGRESS");
  expect(body.events.at(-1)).toMatchObject({ kind: "status", from: "OPEN", to: "IN_PROGRESS", by: admin.username });
  expect(await commit(admin, await deletionWrites(id, admin))).toBe(200);
  expect((await call("GET", `/api/issues/${id}`, { as: member })).status).toBe(404);
});

test("threat 38: nobody closes a report or makes it a duplicate by a direct call of Firestore", async () => {
  const [{ id }, other] = [await fileReport(member), await fileReport(member)];
  const step = stepWrites(id, admin, "OPEN", "IN_PROGRESS");
  const closedAs = { closedAs: textValue("not-planned") };
  const duplicateOf = { duplicateOf: { mapValue: { fields: { id: textValue(other.id) } } } };
  await expectDenied(id, {
    "a member's reason": [member, [changeWrite(`issues/${id}`, closedAs)]],
    "a member's pointer": [member, [changeWrite(`issues/${id}`, duplicateOf)]],
    "an admin's reason without a step": [admin, [changeWrite(`issues/${id}`, closedAs)]],
    "an admin's step with a reason": [admin, [...step, changeWrite(`issues/${id}`, closedAs)]],
    "an admin's step with a pointer": [admin, [...step, changeWrite(`issues/${id}`, duplicateOf)]],
  });
  expect(await commit(admin, step)).toBe(200);
});

test("threat 1: Firestore's calls for servers refuse every user's token", async () => {
  const { id } = await fileReport(member);
  for (const person of [member, admin]) {
    const writes = stepWrites(id, person, "OPEN", "IN_PROGRESS");
    expect((await callFirestore(person, "POST", ":batchWrite", { writes })).status).toBe(403);
    expect((await callFirestore(person, "POST", ":listCollectionIds", {})).status).toBe(403);
  }
  expect((await db.doc(`issues/${id}`).get()).get("status")).toBe("OPEN");
});

test("threat 2: no user writes anything else by a direct call of Firestore, in their own name or another's", async () => {
  const { id } = await fileReport(member);
  const { id: trashedId } = await fileReport(member);
  await call("POST", "/api/issues/amendment", { as: member, body: { id: "note", issueId: id, text: "A note." } });
  await call("PUT", `/api/issues/${id}/vote`, { as: member, body: { voted: true } });
  await call("PUT", "/api/me/views", { as: member, body: { views: [{ name: "All", query: "" }] } });
  await call("DELETE", `/api/issues/${trashedId}`, { as: admin });
  const { docs } = await db.collection("history").where("issueId", "==", id).get();
  const text = textValue("Forged");
  // Each of these documents exists, except the new ones. Each write is tried alone, and together with a step's.
  const writes: Record<string, object> = {
    "a new report": changeWrite("issues/forged", { title: text, reporterId: textValue(member.uid) }, ["createdAt"]),
    "a report's title": changeWrite(`issues/${id}`, { title: text }, ["editedAt", "updatedAt"]),
    "a report's reporter": changeWrite(`issues/${id}`, { reporter: text }),
    "an amendment": changeWrite(`issues/${id}`, { amendments: { mapValue: { fields: { note: { mapValue: {} } } } } }),
    "a report's votes": changeWrite(`issues/${id}`, { votes: { integerValue: "99" } }, ["votedAt"]),
    "a report over a deleted one": changeWrite(`issues/${trashedId}`, { title: text }),
    "a trash entry": changeWrite(`trash/${trashedId}`, { purgeAt: { timestampValue: "2099-01-01T00:00:00Z" } }),
    "a deleted trash entry": { delete: `${DOCUMENTS}/trash/${trashedId}` },
    "the board": changeWrite("boards/main", { lastNumber: { integerValue: "9999" } }),
    "another board": changeWrite("boards/other", { revision: { integerValue: "1" } }),
    "a stored event": changeWrite(`history/${docs[0]!.id}`, { byName: text }),
    "a new event": changeWrite("history/forged", { issueId: textValue(id), kind: textValue("created") }, ["at"]),
    "a ballot": changeWrite(`ballots/${member.uid}`, {}, [`votes.\`${id}-2\``]),
    follows: changeWrite(`follows/${member.uid}`, {}, ["seenAt"]),
    views: changeWrite(`views/${member.uid}`, { views: { arrayValue: {} } }),
    "a member": changeWrite(`members/${member.uid}`, { isAdmin: { booleanValue: true } }),
    "a counter": changeWrite("limits/forged", { count: { integerValue: "0" } }),
  };
  const stateBefore = await readStoredState(trashedId);
  for (const person of [member, admin, stranger, null])
    await expectDenied(
      id,
      Object.fromEntries(
        Object.entries(writes).flatMap(([label, write]): [string, [Person | null, object[]]][] => [
          [`${label}, alone`, [person, [write]]],
          [`${label}, with a step`, [person, [write, ...stepWrites(id, person ?? admin, "OPEN", "IN_PROGRESS")]]],
        ]),
      ),
    );
  expect(await readStoredState(trashedId)).toEqual(stateBefore);
  for (const path of ["issues/forged", "history/forged", "boards/other", "limits/forged"])
    expect((await db.doc(path).get()).exists, path).toBe(false);
});

test("threat 29: the board moves only together with a report", async () => {
  const { id } = await fileReport(member);
  const { id: otherId } = await fileReport(member);
  const [report, board, event] = stepWrites(id, admin, "OPEN", "IN_PROGRESS") as [object, object, object];
  const [, otherBoard] = stepWrites(otherId, admin, "OPEN", "IN_PROGRESS") as [object, object];
  await expectDenied(id, {
    "a member's move": [member, [board]],
    "an admin's move": [admin, [board]],
    "an admin's move with its event": [admin, [board, event]],
    "a step, while the board names another report": [admin, [report, otherBoard, event]],
    "a step, while the board moves twice": [admin, [report, board, board, event]],
    "a step with another board field": [admin, [report, board, event, changeWrite("boards/main", {}, ["rereadAt"])]],
    "a deleted board": [admin, [{ delete: `${DOCUMENTS}/boards/main` }]],
  });
  expect(await commit(admin, [report, board, event])).toBe(200);
});
