import { ISSUE_TYPES, isStep, STATUSES } from "@logbook/domain";
import {
  collection,
  deleteField,
  doc,
  getDoc,
  getDocs,
  increment,
  query,
  Timestamp,
  where,
  writeBatch,
} from "firebase/firestore";
import { describe, expect, test } from "vitest";
import { IDENTITIES } from "../shared/actors.ts";
import {
  boardWrite,
  commit,
  eventIdOf,
  type Fields,
  FORGED_TIMES,
  fromNow,
  newId,
  type Overrides,
  stepWrites,
  storedReport,
  type Write,
  withoutWrites,
} from "../shared/builders.ts";
import { type Attack, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, seed, seedBoard, seedReport, useFixtures } from "./fixtures.ts";

const { admin, member } = IDENTITIES;

const STATUS_PAIRS = ISSUE_TYPES.flatMap((type) =>
  STATUSES.flatMap((from) => STATUSES.map((to) => ({ type, from, to }))),
);
type StatusPair = (typeof STATUS_PAIRS)[number];
const nameOf = ({ type, from, to }: StatusPair): string => `${type} from ${from} to ${to}`;

/** Tries a step for every pair of statuses, each on its own report, and returns the names of the stored steps. */
async function tryEveryStep(fixtures: RulesFixtures, actor: "admin" | "member"): Promise<string[]> {
  // All these reports have this title, by which they are read afterwards.
  const title = newId();
  const pairsById = new Map(STATUS_PAIRS.map((pair) => [newId(), pair]));
  const batch = writeBatch(fixtures.databaseWithoutRules);
  for (const [id, { type, from }] of pairsById)
    batch.set(doc(fixtures.databaseWithoutRules, "issues", id), storedReport({ type, status: from, title }));
  await batch.commit();
  const db = fixtures.databaseAs(actor);
  await Promise.allSettled(
    [...pairsById].map(([id, { from, to }]) => commit(db, stepWrites(IDENTITIES[actor], id, from, to))),
  );
  const reports = collection(fixtures.databaseWithoutRules, "issues");
  const reportsAfter = await getDocs(query(reports, where("title", "==", title)));
  // In a report without a step, the update time is still the creation time.
  return (
    reportsAfter.docs
      .filter((report) => !(report.get("updatedAt") as Timestamp).isEqual(report.get("createdAt") as Timestamp))
      // The stored status is named as the end of the step, so that a wrong one is noticed.
      .map((report) => nameOf({ ...pairsById.get(report.id)!, to: report.get("status") }))
      .sort()
  );
}

describe("steps between all 8 × 8 statuses of both types", () => {
  const fixtures = useFixtures();

  test("an admin's step is stored, with the move of the board and the event", async () => {
    const [{ id }, eventId] = [await seedReport(fixtures()), newId()];
    await seedBoard(fixtures());
    await commit(fixtures().databaseAs("admin"), stepWrites(admin, id, "OPEN", "IN_PROGRESS", { eventId }));
    const read = async (path: string) => (await getDoc(doc(fixtures().databaseWithoutRules, path))).data();
    expect(await read(`issues/${id}`)).toMatchObject({ status: "IN_PROGRESS", handledByAdmin: true, updatedBy: "ada" });
    expect(await read("boards/main")).toMatchObject({ revision: 2, lastNumber: 1, issueId: id, event: eventId });
    expect(await read(`history/${eventId}`)).toMatchObject({ issueId: id, from: "OPEN", to: "IN_PROGRESS", by: "ada" });
  });

  test("an admin's step takes the reason of a closing away, and leaves a duplicate a duplicate", async () => {
    const duplicateOf = { id: "another", since: fromNow(-1) };
    const { id } = await seedReport(fixtures(), { closedAs: "not-planned", duplicateOf });
    const writes = stepWrites(admin, id, "OPEN", "IN_PROGRESS", { report: { closedAs: deleteField() } });
    await commit(fixtures().databaseAs("admin"), writes);
    const report = await getDoc(doc(fixtures().databaseWithoutRules, "issues", id));
    expect([report.get("status"), report.get("closedAs"), report.get("duplicateOf")]).toEqual([
      "IN_PROGRESS",
      undefined,
      duplicateOf,
    ]);
  });

  test("an admin's step between Resolved and Closed leaves the answers to 'Fixed for you?', a reopening removes them", async () => {
    const fixAnswers = { max: { fixed: false } };
    const { id } = await seedReport(fixtures(), { status: "RESOLVED", fixAnswers });
    const readAnswers = async () =>
      (await getDoc(doc(fixtures().databaseWithoutRules, "issues", id))).get("fixAnswers");
    const db = fixtures().databaseAs("admin");
    await commit(db, stepWrites(admin, id, "RESOLVED", "CLOSED"));
    await commit(db, stepWrites(admin, id, "CLOSED", "RESOLVED"));
    expect(await readAnswers()).toEqual(fixAnswers);
    const removal = { report: { fixAnswers: deleteField() } };
    await commit(db, stepWrites(admin, id, "RESOLVED", "TESTING", removal));
    expect(await readAnswers()).toBeUndefined();
  });

  test("an admin may take exactly the 18 steps of the two cycles", async () => {
    const domainSteps = STATUS_PAIRS.filter(({ type, from, to }) => isStep(type, from, to)).map(nameOf);
    expect(domainSteps).toHaveLength(18);
    expect(await tryEveryStep(fixtures(), "admin")).toEqual(domainSteps.sort());
  });

  test("a member may take none of the 128 steps, not even on their own reports", async () => {
    expect(await tryEveryStep(fixtures(), "member")).toEqual([]);
  });
});

// Conditions of firestore.rules, each named after what it checks. Tests replace each by `replace`, by default `true`.
const BY_ADMIN: RulesChange = { find: "return isAdmin(member) && after", replace: "return after" };
const FIELDS = ["status", "closedAs", "fixAnswers", "handledByAdmin", "updatedAt", "updatedBy"];
const STATUS_ONLY: RulesChange = {
  find: `after.diff(before).affectedKeys().hasOnly([${FIELDS.map((field) => `'${field}'`).join(", ")}])`,
};
const REASON_TAKEN_AWAY: RulesChange = { find: "!('closedAs' in after)" };
const ANSWERS_REMOVED: RulesChange = {
  find: "(after.status in ['RESOLVED', 'CLOSED'] ? after.get('fixAnswers', null) == before.get('fixAnswers', null) : !('fixAnswers' in after))",
};
const ON_CYCLE: RulesChange = { find: "after.status in stepsFrom(before.type, before.status)" };
const UPDATED_NOW: RulesChange = { find: "getAfter(path).data.updatedAt == request.time" };
/** The history has the right event under the id that the board names. */
const RECORDED: RulesChange = {
  find: "getAfter(/databases/$(db)/documents/history/$(boardAfter().event)).data == event",
};
const REPORT_WRITTEN: RulesChange = {
  find: "(existsAfter(path) ? getAfter(path).data.updatedAt == request.time : exists(path))",
};
const ONE_AHEAD: RulesChange = { find: "after.revision == before.revision + 1" };
const MOVED_NOW: RulesChange = { find: "board.changedAt == request.time" };
const BOARD_FIELDS: RulesChange = {
  find: "after.diff(before).affectedKeys().hasOnly(['revision', 'changedAt', 'issueId', 'event'])",
};
const NAMED: RulesChange = { find: "board.event == id" };

/** An admin's step of an open bug to IN_PROGRESS with these differences. `change` may store other documents before. */
const refusedStep = (
  name: string,
  without: Attack["without"],
  overrides: Overrides | (() => Overrides),
  change: (writes: Write[], id: string, fixtures: RulesFixtures) => Write[] | Promise<Write[]> = (writes) => writes,
): Attack => ({
  name: `${name} is refused`,
  run: async (fixtures) => {
    const { id } = await seedReport(fixtures);
    const writes = stepWrites(
      admin,
      id,
      "OPEN",
      "IN_PROGRESS",
      typeof overrides === "function" ? overrides() : overrides,
    );
    return commit(fixtures.databaseAs("admin"), await change(writes, id, fixtures));
  },
  without,
});
/** A step to another status, which the event names too. */
const refusedStatus = (name: string, to: unknown): Attack =>
  refusedStep(name, ON_CYCLE, { report: { status: to }, event: { to } });

describeAttacks("a status step is made by an admin, follows the cycle and changes only the status", [
  {
    name: "a member's step is refused",
    run: async (fixtures) => {
      const { id } = await seedReport(fixtures);
      return commit(fixtures.databaseAs("member"), stepWrites(member, id, "OPEN", "IN_PROGRESS"));
    },
    without: BY_ADMIN,
  },
  refusedStep("a step that closes the report with a reason", REASON_TAKEN_AWAY, {
    report: { closedAs: "not-planned" },
  }),
  {
    name: "a step that leaves the reason of a closing is refused",
    run: async (fixtures) => {
      const { id } = await seedReport(fixtures, { closedAs: "not-planned" });
      return commit(fixtures.databaseAs("admin"), stepWrites(admin, id, "OPEN", "IN_PROGRESS"));
    },
    without: REASON_TAKEN_AWAY,
  },
  ...(
    [
      ["that reopens a bug and leaves the answers", "RESOLVED", "TESTING", {}],
      ["from Closed to Open that leaves the answers", "CLOSED", "OPEN", {}],
      ["to Closed that removes the answers", "RESOLVED", "CLOSED", { fixAnswers: deleteField() }],
      ["back to Resolved that removes the answers", "CLOSED", "RESOLVED", { fixAnswers: deleteField() }],
      ["to Closed that changes an answer", "RESOLVED", "CLOSED", { fixAnswers: { max: { fixed: true } } }],
    ] satisfies [string, string, string, Fields][]
  ).map(
    ([name, from, to, report]): Attack => ({
      name: `a step ${name} is refused`,
      run: async (fixtures) => {
        const { id } = await seedReport(fixtures, { status: from, fixAnswers: { max: { fixed: false } } });
        return commit(fixtures.databaseAs("admin"), stepWrites(admin, id, from, to, { report }));
      },
      without: ANSWERS_REMOVED,
    }),
  ),
  refusedStep("a step that adds an answer", ANSWERS_REMOVED, { report: { fixAnswers: { max: { fixed: true } } } }),
  {
    name: "a step that takes away what the report is a duplicate of is refused",
    run: async (fixtures) => {
      const { id } = await seedReport(fixtures, { duplicateOf: { id: "another", since: fromNow(-1) } });
      const writes = stepWrites(admin, id, "OPEN", "IN_PROGRESS", { report: { duplicateOf: deleteField() } });
      return commit(fixtures.databaseAs("admin"), writes);
    },
    without: STATUS_ONLY,
  },
  refusedStep("a step that makes the report a duplicate", STATUS_ONLY, {
    report: { duplicateOf: { id: "another", since: fromNow(-1) } },
  }),
  refusedStatus("a step that skips a status", "TESTING"),
  refusedStatus("a step to a status of the other type", "PLANNED"),
  refusedStatus("a step to an unknown status", "DONE"),
  refusedStatus("a step to a status that is a list", ["IN_PROGRESS"]),
  refusedStatus("a step to the same status", "OPEN"),
  refusedStep("a step in two writes of one commit", ON_CYCLE, { event: { to: "TESTING" } }, (writes, id) => [
    ...writes,
    { update: `issues/${id}`, fields: { status: "TESTING" } },
  ]),
  ...Object.entries<unknown>({
    title: "Mine",
    description: "Nothing to see.",
    type: "feature",
    priority: "CRITICAL",
    reporter: "Ada",
    reporterId: "ada",
    attachments: ["x"],
    amendments: { a1: { text: "x" } },
    createdAt: Timestamp.fromMillis(0),
    number: 2,
    votes: 7,
    sightings: { max: { on: "Safari on iOS" } },
    note: "x",
  }).map(([field, value]) =>
    refusedStep(`a step that also changes ${field}`, STATUS_ONLY, { report: { [field]: value } }),
  ),
  ...FORGED_TIMES.map(([when, offsetMs]) =>
    refusedStep(`a step dated ${when}`, UPDATED_NOW, () => ({ report: { updatedAt: fromNow(offsetMs) } })),
  ),
  refusedStep("a step in another's name", { find: "after.updatedBy == uid()" }, { report: { updatedBy: member.uid } }),
  ...[false, "yes", deleteField()].map((handledByAdmin) =>
    refusedStep(
      `a step with ${typeof handledByAdmin === "object" ? "no value" : handledByAdmin} as the mark of an admin`,
      { find: "after.handledByAdmin == true" },
      { report: { handledByAdmin } },
    ),
  ),
]);

describeAttacks("a step moves the board", [
  refusedStep("a step without board and event", RECORDED, {}, ([report]) => [report!]),
  refusedStep(
    "a step whose event the board has named before, without a move of the board,",
    MOVED_NOW,
    {},
    async (writes, id, fixtures) => {
      await seedBoard(fixtures, { issueId: id, event: eventIdOf(writes) });
      return withoutWrites("boards", writes);
    },
  ),
  refusedStep("a step whose board names another report", REPORT_WRITTEN, {}, async ([report, , event], _, fixtures) => [
    report!,
    boardWrite((await seedReport(fixtures)).id, eventIdOf([event!])),
    event!,
  ]),
  refusedStep("steps of two reports in one commit", RECORDED, {}, async (writes, _, fixtures) => [
    ...writes,
    stepWrites(admin, (await seedReport(fixtures)).id, "OPEN", "IN_PROGRESS")[0]!,
  ]),
  refusedStep(
    "a step with the same change of another collection",
    { find: "match /issues/{id} {", replace: "match /{any}/{id} {" },
    {},
    async ([report, ...writes], id, fixtures) => {
      await seed(fixtures, `notes/${id}`, storedReport());
      return [report!, { update: `notes/${id}`, fields: (report as { fields: Fields }).fields }, ...writes];
    },
  ),
  refusedStep("a move of the board by two", ONE_AHEAD, { board: { revision: increment(2) } }),
  refusedStep("a move of the board backwards", ONE_AHEAD, { board: { revision: increment(-1) } }),
  refusedStep("a board with the same revision", ONE_AHEAD, { board: { revision: increment(0) } }),
  refusedStep("a revision that is a text", ONE_AHEAD, { board: { revision: "2" } }),
  ...FORGED_TIMES.map(([when, offsetMs]) =>
    refusedStep(`a move of the board dated ${when}`, MOVED_NOW, () => ({
      board: { changedAt: fromNow(offsetMs) },
    })),
  ),
  refusedStep("a change of the last number", BOARD_FIELDS, { board: { lastNumber: 9 } }),
  refusedStep("an extra field of the board", BOARD_FIELDS, { board: { note: "x" } }),
]);

describeAttacks("the board moves only with the report that it names", [
  ...(
    [
      ["of a stored report", async (fixtures) => (await seedReport(fixtures)).id],
      ["of a report that never existed", async () => newId()],
      ["that names a number instead of a report", async () => 4_711],
      [
        "that names a report in the trash",
        async (fixtures) => {
          const id = newId();
          await seed(fixtures, `trash/${id}`, { issue: storedReport(), deletedAt: fromNow(-1_000) });
          return id;
        },
      ],
      [
        "right after a step of the report",
        async (fixtures) => {
          const { id } = await seedReport(fixtures);
          await commit(fixtures.databaseAs("admin"), stepWrites(admin, id, "OPEN", "IN_PROGRESS"));
          return id;
        },
      ],
    ] satisfies [string, (fixtures: RulesFixtures) => Promise<unknown>][]
  ).map(
    ([name, nameReport]): Attack => ({
      name: `a move of the board alone ${name} is refused`,
      run: async (fixtures) =>
        commit(fixtures.databaseAs("admin"), [boardWrite((await nameReport(fixtures)) as string, newId())]),
      without: REPORT_WRITTEN,
    }),
  ),
]);

const refusedEvent = (name: string, event: Fields): Attack => refusedStep(`an event ${name}`, RECORDED, { event });

describeAttacks("a step is recorded by one event, which says what happened", [
  refusedStep("a step without an event", RECORDED, {}, (writes) => withoutWrites("history", writes)),
  refusedStep(
    "a step whose board names the event of an earlier step",
    RECORDED,
    {},
    async (writes, issueId, fixtures) => {
      const event = { issueId, kind: "status", from: "OPEN", to: "IN_PROGRESS", by: admin.uid, byName: admin.username };
      await seed(fixtures, `history/${eventIdOf(writes)}`, { ...event, at: fromNow(-60_000) });
      return withoutWrites("history", writes);
    },
  ),
  refusedStep(
    "a step that replaces an earlier event",
    { find: "allow create: if isNamed", replace: "allow create, update: if isNamed" },
    {},
    async (writes, issueId, fixtures) => {
      await seed(fixtures, `history/${eventIdOf(writes)}`, { issueId, kind: "created" });
      return writes;
    },
  ),
  refusedStep("an event under another id than the board names", [RECORDED, NAMED], { board: { event: newId() } }),
  refusedStep("a second event", NAMED, {}, (writes) => [
    ...writes,
    { set: `history/${newId()}`, fields: { by: "otto" } },
  ]),
  refusedStep(
    "an event that is also in another collection",
    { find: "match /history/{id} {", replace: "match /{any}/{id} {" },
    {},
    (writes) => [...writes, { set: `notes/${eventIdOf(writes)}`, fields: { a: 1 } }],
  ),
  refusedStep("an event alone, even if the board names its id,", MOVED_NOW, {}, async (writes, id, fixtures) => {
    await seedBoard(fixtures, { issueId: id, event: eventIdOf(writes) });
    return writes.slice(-1);
  }),
  refusedEvent("of another report", { issueId: newId() }),
  refusedEvent("of another kind", { kind: "edited" }),
  refusedEvent("of a deletion", { kind: "deleted", to: null, report: { number: 1, title: "The map stays grey" } }),
  refusedEvent("from another status", { from: "TESTING" }),
  refusedEvent("to another status", { to: "CLOSED" }),
  refusedEvent("under another's id", { by: member.uid }),
  refusedEvent("in another's name", { byName: member.username }),
  refusedEvent("in the admin's name in capitals", { byName: "ADA" }),
  ...FORGED_TIMES.map(([when, offsetMs]) =>
    refusedStep(`an event dated ${when}`, RECORDED, () => ({ event: { at: fromNow(offsetMs) } })),
  ),
  refusedEvent("with an extra field", { note: "x" }),
  refusedEvent("with the report's title", { report: { number: 1, title: "The map stays grey" } }),
]);
