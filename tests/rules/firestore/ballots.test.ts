import { assertFails, assertSucceeds } from "@firebase/rules-unit-testing";
import { LIMITS } from "@logbook/domain";
import {
  collection,
  deleteDoc,
  deleteField,
  doc,
  documentId,
  type Firestore,
  getDoc,
  getDocs,
  increment,
  limit,
  query,
  serverTimestamp,
  setDoc,
  Timestamp,
  where,
} from "firebase/firestore";
import { describe, expect, test } from "vitest";
import {
  type Actor,
  IDENTITIES,
  MEMBER_AND_ADMIN,
  MEMBERS,
  memberFields,
  NOBODY,
  otherMember,
} from "../shared/actors.ts";
import {
  amendmentWrites,
  ballotWrite,
  boardWrite,
  commit,
  deletionWrites,
  type Fields,
  FORGED_TIMES,
  fromNow,
  newId,
  restoreWrites,
  voteCountWrite,
  votedBallot,
  voteWrites,
  type Write,
  withoutBoardWrite,
} from "../shared/builders.ts";
import { type Attack, describeAccess, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { documentName, restBoardWrite, restCommit, setServerTime } from "./rest.ts";
import { seed, seedReport } from "./seeds.ts";

const { member, admin } = IDENTITIES;
const A_DAY_AGO = Timestamp.fromMillis(Date.now() - 86_400_000);

const STORED_VOTES = 3;
/** The id of a report that does not exist. */
const SOME_REPORT = "some-report";
/** An empty ballot. Its `lastVote` names the report whose vote was taken back last. */
const BALLOT_WITHOUT_VOTES = { votes: {}, lastVote: SOME_REPORT };

const voteRemovalWrites = (uid: string, id: string, reportOverrides: Fields = {}): Write[] =>
  voteWrites(uid, id, {
    report: { votes: increment(-1), ...reportOverrides },
    ballot: { votes: { [id]: deleteField() } },
  });

const seedVotedReport = (fixtures: RulesFixtures) => seedReport(fixtures, { votes: STORED_VOTES });
const deleteBallot = (fixtures: RulesFixtures, uid: string) =>
  deleteDoc(doc(fixtures.databaseWithoutRules, "ballots", uid));
const seedBallot = (fixtures: RulesFixtures, uid: string, reportIds: readonly string[]) =>
  seed(
    fixtures,
    "ballots",
    { votes: Object.fromEntries(reportIds.map((id) => [id, A_DAY_AGO])), lastVote: reportIds.at(-1) ?? "" },
    uid,
  );

const createReportIds = (count: number): string[] => Array.from({ length: count }, (_, index) => `report-${index}`);

describeAccess("ballots", [
  {
    operation: "read their own ballot",
    allowed: MEMBERS,
    run: (fixtures, actor) => getDoc(doc(fixtures.databaseAs(actor), "ballots", IDENTITIES[actor].uid)),
  },
  {
    operation: "read another member's ballot",
    allowed: NOBODY,
    run: (fixtures, actor) => getDoc(doc(fixtures.databaseAs(actor), "ballots", otherMember(actor).uid)),
  },
  {
    operation: "list the ballots",
    allowed: NOBODY,
    run: (fixtures, actor) => getDocs(query(collection(fixtures.databaseAs(actor), "ballots"), limit(1))),
  },
  {
    operation: "list their own ballot",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { uid } = IDENTITIES[actor];
      await seedBallot(fixtures, uid, [SOME_REPORT]);
      return getDocs(query(collection(fixtures.databaseAs(actor), "ballots"), where(documentId(), "==", uid)));
    },
  },
  {
    operation: "delete their own ballot",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { uid } = IDENTITIES[actor];
      await seedBallot(fixtures, uid, [SOME_REPORT]);
      await deleteDoc(doc(fixtures.databaseAs(actor), "ballots", uid));
    },
  },
  {
    operation: "create their own ballot without a vote",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await deleteBallot(fixtures, IDENTITIES[actor].uid);
      return setDoc(doc(fixtures.databaseAs(actor), "ballots", IDENTITIES[actor].uid), BALLOT_WITHOUT_VOTES);
    },
  },
  {
    operation: "take a vote back in their ballot without changing the report's count",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await seedBallot(fixtures, IDENTITIES[actor].uid, [SOME_REPORT]);
      return setDoc(doc(fixtures.databaseAs(actor), "ballots", IDENTITIES[actor].uid), BALLOT_WITHOUT_VOTES);
    },
  },
  {
    operation: "create another member's ballot",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await deleteBallot(fixtures, otherMember(actor).uid);
      return setDoc(doc(fixtures.databaseAs(actor), "ballots", otherMember(actor).uid), BALLOT_WITHOUT_VOTES);
    },
  },
  {
    operation: "change another member's ballot",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await seedBallot(fixtures, otherMember(actor).uid, [SOME_REPORT]);
      return setDoc(doc(fixtures.databaseAs(actor), "ballots", otherMember(actor).uid), BALLOT_WITHOUT_VOTES);
    },
  },
  {
    operation: "vote for a report",
    allowed: MEMBERS,
    run: async (fixtures, actor) => {
      const { uid } = IDENTITIES[actor];
      await deleteBallot(fixtures, uid);
      return commit(fixtures.databaseAs(actor), voteWrites(uid, (await seedVotedReport(fixtures)).id));
    },
  },
]);

// Conditions of firestore.rules, each named after what it checks. Tests replace each by `replace`, by default `true`.
const BALLOT_CHANGES: RulesChange = { find: "before != after" };
const ONLY_VOTE_FIELDS: RulesChange = { find: "changedFields().hasOnly(['votes', 'votedAt'])" };
const COUNT_IS_INTEGER: RulesChange = { find: "request.resource.data.votes is int" };
const OWN_BALLOT: RulesChange = { find: "owner == uid() && changesOneVote(", replace: "changesOneVote(" };
const ONE_VOTE: RulesChange = { find: "chosen.diff(before).affectedKeys() == [id].toSet()" };
const COUNT_MATCHES_BALLOT: RulesChange = {
  find: "votes(getAfter(issuePath(id))) == votes(get(issuePath(id))) + (id in chosen ? 1 : -1)",
};
const VOTED_NOW: RulesChange = { find: "(!(id in chosen) || chosen[id] == request.time)" };
const ONLY_BALLOT_FIELDS: RulesChange = { find: "request.resource.data.keys().hasOnly(['votes', 'lastVote'])" };
/** A move of the board needs the current time as `votedAt` or `updatedAt` of the report that the board names. */
const NAMED_REPORT_IS_WRITTEN: RulesChange = { find: "isReportWritten(request.resource.data.issueId)" };

/** Every member sends these writes for a report that has votes. Their own ballot has a vote for `votedFor`. */
const refusedVote = (
  name: string,
  createWrites: (uid: string, id: string) => Write[],
  without: Attack["without"],
  votedFor: "nothing" | "this report" | "another report" = "nothing",
): Attack => ({
  name: `${name} is refused`,
  as: MEMBERS,
  run: async (fixtures, actor) => {
    const { uid } = IDENTITIES[actor];
    const { id } = await seedVotedReport(fixtures);
    if (votedFor === "nothing") await deleteBallot(fixtures, uid);
    else await seedBallot(fixtures, uid, [votedFor === "this report" ? id : SOME_REPORT]);
    return commit(fixtures.databaseAs(actor), createWrites(uid, id));
  },
  without,
});

describeAttacks("a vote changes the member's ballot and the report's count together, by one vote", [
  refusedVote(
    "a vote that raises the count by two",
    (uid, id) => voteWrites(uid, id, { report: { votes: increment(2) } }),
    COUNT_MATCHES_BALLOT,
  ),
  refusedVote(
    "a vote that leaves the count unchanged",
    (uid, id) => voteWrites(uid, id, { report: { votes: STORED_VOTES } }),
    COUNT_MATCHES_BALLOT,
  ),
  refusedVote(
    "a vote that lowers the count",
    (uid, id) => voteWrites(uid, id, { report: { votes: increment(-1) } }),
    COUNT_MATCHES_BALLOT,
  ),
  refusedVote(
    "a count of a thousand",
    (uid, id) => voteWrites(uid, id, { report: { votes: 1_000 } }),
    COUNT_MATCHES_BALLOT,
  ),
  refusedVote(
    "a count that is a text",
    (uid, id) => voteWrites(uid, id, { report: { votes: `${STORED_VOTES + 1}` } }),
    [COUNT_MATCHES_BALLOT, COUNT_IS_INTEGER],
  ),
  refusedVote(
    "a count that is not a whole number",
    (uid, id) => voteWrites(uid, id, { report: { votes: increment(0.5) } }),
    [COUNT_MATCHES_BALLOT, COUNT_IS_INTEGER],
  ),
  refusedVote("a second vote for the same report", (uid, id) => voteWrites(uid, id), BALLOT_CHANGES, "this report"),
  refusedVote(
    "taking back a vote that was never given",
    (uid, id) => voteRemovalWrites(uid, id),
    [BALLOT_CHANGES, ONE_VOTE],
    "another report",
  ),
  refusedVote(
    "taking a vote back while raising the count",
    (uid, id) => voteRemovalWrites(uid, id, { votes: increment(1) }),
    COUNT_MATCHES_BALLOT,
    "this report",
  ),
  refusedVote(
    "a lower count with an unchanged ballot",
    (_, id) => [voteCountWrite(id, { votes: increment(-1) }), boardWrite(id)],
    BALLOT_CHANGES,
    "another report",
  ),
  refusedVote("a changed ballot with an unchanged count", (uid, id) => [ballotWrite(uid, id), boardWrite(id)], [
    COUNT_MATCHES_BALLOT,
    NAMED_REPORT_IS_WRITTEN,
  ]),
  refusedVote("a changed ballot alone", (uid, id) => [ballotWrite(uid, id)], COUNT_MATCHES_BALLOT),
  refusedVote("a vote that does not move the board", (uid, id) => withoutBoardWrite(voteWrites(uid, id)), [
    { find: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" },
    { find: "getAfter(boardPath()).data.issueId == id" },
  ]),
  {
    name: "a vote for two reports in one batch is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { uid } = IDENTITIES[actor];
      await deleteBallot(fixtures, uid);
      const [firstReport, secondReport] = [await seedVotedReport(fixtures), await seedVotedReport(fixtures)];
      const bothVotes = { votes: { [firstReport.id]: serverTimestamp(), [secondReport.id]: serverTimestamp() } };
      return commit(fixtures.databaseAs(actor), [
        voteCountWrite(firstReport.id),
        ...voteWrites(uid, secondReport.id, { ballot: bothVotes }),
      ]);
    },
    without: [{ find: "getAfter(boardPath()).data.issueId == id" }, ONE_VOTE],
  },
]);

describeAttacks("a report's count of votes is an integer", [
  {
    // The JavaScript SDK sends every whole number as an integer, so this attack uses the REST API.
    name: "a count with a decimal point is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { uid } = IDENTITIES[actor];
      const { id } = await seedVotedReport(fixtures);
      await deleteBallot(fixtures, uid);
      return restCommit(fixtures, actor, [
        {
          update: {
            name: documentName(fixtures, `issues/${id}`),
            fields: { votes: { doubleValue: STORED_VOTES + 1 } },
          },
          updateMask: { fieldPaths: ["votes"] },
          updateTransforms: [setServerTime("votedAt")],
        },
        {
          update: { name: documentName(fixtures, `ballots/${uid}`), fields: { lastVote: { stringValue: id } } },
          updateMask: { fieldPaths: ["lastVote"] },
          updateTransforms: [setServerTime(`votes.\`${id}\``)],
        },
        restBoardWrite(fixtures, id),
      ]);
    },
    without: COUNT_IS_INTEGER,
  },
]);

describeAttacks("a vote changes only the report's count and the member's own ballot, and has the current time", [
  ...(["title", "status", "updatedAt", "reporterId", "number"] as const).map((field) =>
    refusedVote(
      `a vote that changes the report's ${field}`,
      // For each of these fields, "CLOSED" is another value than the stored one.
      (uid, id) => voteWrites(uid, id, { report: { [field]: "CLOSED" } }),
      ONLY_VOTE_FIELDS,
    ),
  ),
  ...FORGED_TIMES.map(([when, offsetMs]) =>
    refusedVote(
      `a vote dated ${when} in the report`,
      (uid, id) => voteWrites(uid, id, { report: { votedAt: fromNow(offsetMs) } }),
      NAMED_REPORT_IS_WRITTEN,
    ),
  ),
  ...FORGED_TIMES.map(([when, offsetMs]) =>
    refusedVote(
      `a vote dated ${when} in the ballot`,
      (uid, id) => voteWrites(uid, id, { ballot: { votes: { [id]: fromNow(offsetMs) } } }),
      VOTED_NOW,
    ),
  ),
  refusedVote(
    "a ballot with an extra field",
    (uid, id) => voteWrites(uid, id, { ballot: { isAdmin: true } }),
    ONLY_BALLOT_FIELDS,
  ),
  refusedVote(
    "a ballot that also takes another vote back",
    (uid, id) => voteWrites(uid, id, { ballot: { votes: { [id]: serverTimestamp(), [SOME_REPORT]: deleteField() } } }),
    ONE_VOTE,
    "another report",
  ),
  {
    name: "a vote in another member's ballot is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const [ownUid, otherUid] = [IDENTITIES[actor].uid, otherMember(actor).uid];
      for (const uid of [ownUid, otherUid]) await deleteBallot(fixtures, uid);
      return commit(fixtures.databaseAs(actor), voteWrites(otherUid, (await seedVotedReport(fixtures)).id));
    },
    without: [OWN_BALLOT, { find: "id in getAfter(ballotPath()).data.votes" }, BALLOT_CHANGES],
  },
  {
    name: "an amendment that counts a vote is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedVotedReport(fixtures);
      const overrides = { report: { votes: increment(1) } };
      return commit(fixtures.databaseAs(actor), amendmentWrites(IDENTITIES[actor], id, newId(), overrides));
    },
    without: {
      find: "hasOnly(['amendments', 'lastAmendment', 'handledByAdmin', 'updatedAt', 'updatedBy'])",
      replace: "hasOnly(['amendments', 'lastAmendment', 'handledByAdmin', 'updatedAt', 'updatedBy', 'votes'])",
    },
  },
  {
    name: "a restore that changes the count is refused",
    run: async (fixtures) => {
      const { id, fields } = await seedVotedReport(fixtures);
      await commit(fixtures.databaseAs("admin"), deletionWrites(admin, id, fields));
      return commit(fixtures.databaseAs("admin"), restoreWrites(admin, id, fields, { votes: 99 }));
    },
    without: { find: ".hasOnly(['updatedAt', 'updatedBy'])", replace: ".hasOnly(['updatedAt', 'updatedBy', 'votes'])" },
  },
  {
    name: `a vote in a ballot with ${LIMITS.votesPerMember} votes is refused`,
    as: MEMBER_AND_ADMIN,
    run: async (fixtures, actor) => {
      const { uid } = IDENTITIES[actor];
      await seedBallot(fixtures, uid, createReportIds(LIMITS.votesPerMember));
      return commit(fixtures.databaseAs(actor), voteWrites(uid, (await seedVotedReport(fixtures)).id));
    },
    without: { find: "chosen.size() <= 5000" },
  },
  {
    name: "a vote that also writes a document of another collection is refused",
    as: MEMBER_AND_ADMIN,
    run: async (fixtures, actor) => {
      const { uid } = IDENTITIES[actor];
      const { id } = await seedVotedReport(fixtures);
      await deleteBallot(fixtures, uid);
      // Without the condition, an earlier attempt may have stored this note.
      await deleteDoc(doc(fixtures.databaseWithoutRules, "notes", uid));
      const note: Write = { set: `notes/${uid}`, fields: votedBallot(id) };
      return commit(fixtures.databaseAs(actor), [note, ...voteWrites(uid, id)]);
    },
    without: { find: "match /ballots/{owner}", replace: "match /{any}/{owner}" },
  },
  // In the next two attacks two ballots get a vote, although the count grows by one only.
  {
    name: "a vote that also creates another member's ballot is refused",
    as: MEMBER_AND_ADMIN,
    run: async (fixtures, actor) => {
      const [ownUid, otherUid] = [IDENTITIES[actor].uid, otherMember(actor).uid];
      const { id } = await seedVotedReport(fixtures);
      for (const uid of [ownUid, otherUid]) await deleteBallot(fixtures, uid);
      return commit(fixtures.databaseAs(actor), [ballotWrite(otherUid, id), ...voteWrites(ownUid, id)]);
    },
    without: OWN_BALLOT,
  },
  {
    name: "a vote that also changes another member's ballot is refused",
    as: MEMBER_AND_ADMIN,
    run: async (fixtures, actor) => {
      const [ownUid, otherUid] = [IDENTITIES[actor].uid, otherMember(actor).uid];
      const { id } = await seedVotedReport(fixtures);
      for (const uid of [ownUid, otherUid]) await seedBallot(fixtures, uid, [SOME_REPORT]);
      return commit(fixtures.databaseAs(actor), [ballotWrite(otherUid, id), ...voteWrites(ownUid, id)]);
    },
    without: OWN_BALLOT,
  },
]);

describe("votes", () => {
  const fixtures = useFixtures();
  const readDocument = async (path: string) => (await getDoc(doc(fixtures().databaseWithoutRules, path))).data();
  const databaseAs = (actor: Actor): Firestore => fixtures().databaseAs(actor);

  test("each member's vote counts once, and a member can take it back and vote again", async () => {
    const { id } = await seedVotedReport(fixtures());
    for (const actor of MEMBERS) {
      const { uid } = IDENTITIES[actor];
      await deleteBallot(fixtures(), uid);
      await assertSucceeds(commit(databaseAs(actor), voteWrites(uid, id)));
    }
    expect(await readDocument(`issues/${id}`)).toMatchObject({ votes: STORED_VOTES + MEMBERS.length });
    await assertSucceeds(commit(databaseAs("member"), voteRemovalWrites(member.uid, id)));
    await assertSucceeds(commit(databaseAs("member"), voteWrites(member.uid, id)));
    await assertFails(commit(databaseAs("member"), voteWrites(member.uid, id)));
    expect(await readDocument(`issues/${id}`)).toMatchObject({ votes: STORED_VOTES + MEMBERS.length });
  });

  test("the first vote for a report without a count sets the count to 1 and keeps the update time", async () => {
    const { id, fields } = await seedReport(fixtures());
    await deleteBallot(fixtures(), member.uid);
    await assertSucceeds(commit(databaseAs("member"), voteWrites(member.uid, id)));
    expect(await readDocument(`issues/${id}`)).toMatchObject({ votes: 1, updatedAt: fields.updatedAt });
  });

  test(`a ballot may have ${LIMITS.votesPerMember} votes`, async () => {
    const { id } = await seedVotedReport(fixtures());
    await seedBallot(fixtures(), member.uid, createReportIds(LIMITS.votesPerMember - 1));
    await assertSucceeds(commit(databaseAs("member"), voteWrites(member.uid, id)));
  });

  test("a disabled admin cannot read their own ballot", async () => {
    const uid = newId();
    await seed(fixtures(), "members", memberFields("Former", { isAdmin: true, disabled: true }), uid);
    await seedBallot(fixtures(), uid, [SOME_REPORT]);
    await assertFails(getDoc(doc(fixtures().databaseAsUser(uid), "ballots", uid)));
  });

  test("a deleted report cannot be voted for", async () => {
    const { id, fields } = await seedVotedReport(fixtures());
    await deleteBallot(fixtures(), member.uid);
    await assertSucceeds(commit(databaseAs("admin"), deletionWrites(admin, id, fields)));
    await assertFails(setDoc(doc(databaseAs("member"), "ballots", member.uid), votedBallot(id)));
  });
});
