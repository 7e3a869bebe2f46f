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
import { type Actor, IDENTITIES, MEMBERS, memberFields, NOBODY, otherMember, ROLES } from "../shared/actors.ts";
import {
  amend,
  boardWrite,
  commit,
  type Fields,
  fromNow,
  newId,
  OTHER_TIMES,
  remove,
  restore,
  vote,
  voteWrites,
  type Write,
} from "../shared/builders.ts";
import { type Attack, describeAccess, describeAttacks, type RulesChange } from "./expectations.ts";
import { type RulesFixtures, useFixtures } from "./fixtures.ts";
import { documentName, restBoard, restCommit } from "./rest.ts";
import { seed, seedIssue } from "./seeds.ts";

const { member, admin } = IDENTITIES;
const A_DAY_AGO = Timestamp.fromMillis(Date.now() - 86_400_000);

/** Takes a vote back. */
const unvote = (uid: string, id: string, issue: Fields = {}): Write[] =>
  vote(uid, id, { votes: increment(-1), ...issue }, { votes: { [id]: deleteField() } });

/** A report with three votes. */
const seedVoted = (fixtures: RulesFixtures) => seedIssue(fixtures, { votes: 3 });
const clearBallot = (fixtures: RulesFixtures, uid: string) => deleteDoc(doc(fixtures.stored, "ballots", uid));
const seedBallot = (fixtures: RulesFixtures, uid: string, ids: readonly string[]) =>
  seed(
    fixtures,
    "ballots",
    { votes: Object.fromEntries(ids.map((id) => [id, A_DAY_AGO])), lastVote: ids.at(-1) ?? "" },
    uid,
  );

const reportIds = (count: number): string[] => Array.from({ length: count }, (_, index) => `report-${index}`);

describeAccess("ballots", [
  {
    operation: "read their own ballot",
    allowed: MEMBERS,
    run: (fixtures, actor) => getDoc(doc(fixtures.as(actor), "ballots", IDENTITIES[actor].uid)),
  },
  {
    operation: "read another member's ballot",
    allowed: NOBODY,
    run: (fixtures, actor) => getDoc(doc(fixtures.as(actor), "ballots", otherMember(actor).uid)),
  },
  {
    operation: "list ballots",
    allowed: NOBODY,
    run: (fixtures, actor) => getDocs(query(collection(fixtures.as(actor), "ballots"), limit(1))),
  },
  {
    operation: "list their own ballot",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { uid } = IDENTITIES[actor];
      await seedBallot(fixtures, uid, ["some-report"]);
      return getDocs(query(collection(fixtures.as(actor), "ballots"), where(documentId(), "==", uid)));
    },
  },
  {
    operation: "delete their own ballot",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      const { uid } = IDENTITIES[actor];
      await seedBallot(fixtures, uid, ["some-report"]);
      await deleteDoc(doc(fixtures.as(actor), "ballots", uid));
    },
  },
  {
    operation: "create a ballot without a vote",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await clearBallot(fixtures, IDENTITIES[actor].uid);
      return setDoc(doc(fixtures.as(actor), "ballots", IDENTITIES[actor].uid), { votes: {}, lastVote: "some-report" });
    },
  },
  {
    operation: "change their ballot without a vote",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await seedBallot(fixtures, IDENTITIES[actor].uid, ["some-report"]);
      return setDoc(doc(fixtures.as(actor), "ballots", IDENTITIES[actor].uid), { votes: {}, lastVote: "some-report" });
    },
  },
  {
    operation: "create another member's ballot",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await clearBallot(fixtures, otherMember(actor).uid);
      return setDoc(doc(fixtures.as(actor), "ballots", otherMember(actor).uid), { votes: {}, lastVote: "some-report" });
    },
  },
  {
    operation: "change another member's ballot",
    allowed: NOBODY,
    run: async (fixtures, actor) => {
      await seedBallot(fixtures, otherMember(actor).uid, ["some-report"]);
      return setDoc(doc(fixtures.as(actor), "ballots", otherMember(actor).uid), { votes: {}, lastVote: "some-report" });
    },
  },
  {
    operation: "vote for a report",
    allowed: MEMBERS,
    run: async (fixtures, actor) => {
      const { uid } = IDENTITIES[actor];
      await clearBallot(fixtures, uid);
      return commit(fixtures.as(actor), vote(uid, (await seedVoted(fixtures)).id));
    },
  },
]);

const CHANGED: RulesChange = { find: "before != after" };
const FIELDS: RulesChange = { find: "changedFields().hasOnly(['votes', 'votedAt'])" };
const INTEGER: RulesChange = { find: "request.resource.data.votes is int" };
const OWN_BALLOT: RulesChange = { find: "owner == uid() && changesOneVote(", replace: "changesOneVote(" };
const ONE_KEY: RulesChange = { find: "chosen.diff(before).affectedKeys() == [id].toSet()" };
const BALLOT_COUNT: RulesChange = {
  find: "votes(getAfter(issuePath(id))) == votes(get(issuePath(id))) + (id in chosen ? 1 : -1)",
};
const NOW: RulesChange = { find: "(!(id in chosen) || chosen[id] == request.time)" };
const BALLOT_FIELDS: RulesChange = { find: "request.resource.data.keys().hasOnly(['votes', 'lastVote'])" };
const BOARD_MOVES: RulesChange = { find: "issueMoves(request.resource.data.issueId)" };

/** Every member's writes to a report with three votes. `voted`: the reports in the ballot; `this` is that report. */
const refused = (
  name: string,
  writes: (uid: string, id: string) => Write[],
  without: Attack["without"],
  voted: readonly string[] = [],
): Attack => ({
  name: `${name} is refused`,
  as: MEMBERS,
  run: async (fixtures, actor) => {
    const { uid } = IDENTITIES[actor];
    const { id } = await seedVoted(fixtures);
    if (voted.length === 0) await clearBallot(fixtures, uid);
    else
      await seedBallot(
        fixtures,
        uid,
        voted.map((votedId) => (votedId === "this" ? id : votedId)),
      );
    return commit(fixtures.as(actor), writes(uid, id));
  },
  without,
});

describeAttacks("a vote moves the count by exactly what the ballot says", [
  refused("a vote that counts twice", (uid, id) => vote(uid, id, { votes: increment(2) }), BALLOT_COUNT),
  refused("a vote that counts nothing", (uid, id) => vote(uid, id, { votes: 3 }), BALLOT_COUNT),
  refused("a vote that counts down", (uid, id) => vote(uid, id, { votes: increment(-1) }), BALLOT_COUNT),
  refused("a count of a thousand", (uid, id) => vote(uid, id, { votes: 1_000 }), BALLOT_COUNT),
  refused("a count that is a text", (uid, id) => vote(uid, id, { votes: "4" }), [BALLOT_COUNT, INTEGER]),
  refused("a count that is not a whole number", (uid, id) => vote(uid, id, { votes: increment(0.5) }), [
    BALLOT_COUNT,
    INTEGER,
  ]),
  refused("a second vote for the same report", (uid, id) => vote(uid, id), CHANGED, ["this"]),
  refused("a vote taken back that was never given", (uid, id) => unvote(uid, id), [CHANGED, ONE_KEY], ["another"]),
  refused("a vote taken back that counts up", (uid, id) => unvote(uid, id, { votes: increment(1) }), BALLOT_COUNT, [
    "this",
  ]),
  refused(
    "a count without a ballot",
    (uid, id) => [voteWrites(uid, id, { votes: increment(-1) })[0]!, boardWrite(id)],
    CHANGED,
    ["another"],
  ),
  refused("a ballot without a count", (uid, id) => [voteWrites(uid, id)[1]!, boardWrite(id)], [
    BALLOT_COUNT,
    BOARD_MOVES,
  ]),
  refused("a ballot alone", (uid, id) => [voteWrites(uid, id)[1]!], BALLOT_COUNT),
  refused("a vote that leaves the board as it is", (uid, id) => voteWrites(uid, id), [
    { find: "getAfter(boardPath()).data.revision != get(boardPath()).data.revision" },
    { find: "getAfter(boardPath()).data.issueId == id" },
  ]),
  {
    name: "a second report's vote in the same batch is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { uid } = IDENTITIES[actor];
      await clearBallot(fixtures, uid);
      const [one, two] = [await seedVoted(fixtures), await seedVoted(fixtures)];
      const both = { votes: { [one.id]: serverTimestamp(), [two.id]: serverTimestamp() } };
      return commit(fixtures.as(actor), [voteWrites(uid, one.id)[0]!, ...vote(uid, two.id, {}, both)]);
    },
    without: [{ find: "getAfter(boardPath()).data.issueId == id" }, ONE_KEY],
  },
]);

describeAttacks("a count is whole", [
  {
    // The JavaScript SDK sends every whole number as an integer, so this goes through the REST API.
    name: "a count with a decimal point is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { uid } = IDENTITIES[actor];
      const { id } = await seedVoted(fixtures);
      await clearBallot(fixtures, uid);
      const now = (fieldPath: string) => ({ fieldPath, setToServerValue: "REQUEST_TIME" });
      return restCommit(fixtures, actor, [
        {
          update: { name: documentName(fixtures, `issues/${id}`), fields: { votes: { doubleValue: 4 } } },
          updateMask: { fieldPaths: ["votes"] },
          updateTransforms: [now("votedAt")],
        },
        {
          update: { name: documentName(fixtures, `ballots/${uid}`), fields: { lastVote: { stringValue: id } } },
          updateMask: { fieldPaths: ["lastVote"] },
          updateTransforms: [now(`votes.\`${id}\``)],
        },
        restBoard(fixtures, id),
      ]);
    },
    without: INTEGER,
  },
]);

describeAttacks("a vote changes nothing else", [
  ...(["title", "status", "updatedAt", "reporterId", "number"] as const).map((field) =>
    refused(`a vote that changes the report's ${field}`, (uid, id) => vote(uid, id, { [field]: "CLOSED" }), FIELDS),
  ),
  ...OTHER_TIMES.map(([when, offMs]) =>
    refused(`a vote dated ${when}`, (uid, id) => vote(uid, id, { votedAt: fromNow(offMs) }), BOARD_MOVES),
  ),
  ...OTHER_TIMES.map(([when, offMs]) =>
    refused(`a ballot dated ${when}`, (uid, id) => vote(uid, id, {}, { votes: { [id]: fromNow(offMs) } }), NOW),
  ),
  refused("a ballot with another field", (uid, id) => vote(uid, id, {}, { isAdmin: true }), BALLOT_FIELDS),
  refused(
    "a ballot that also takes another vote back",
    (uid, id) => vote(uid, id, {}, { votes: { [id]: serverTimestamp(), another: deleteField() } }),
    ONE_KEY,
    ["another"],
  ),
  {
    name: "a vote in another member's ballot is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { uid } = otherMember(actor);
      await clearBallot(fixtures, uid);
      await clearBallot(fixtures, IDENTITIES[actor].uid);
      return commit(fixtures.as(actor), vote(uid, (await seedVoted(fixtures)).id));
    },
    without: [OWN_BALLOT, { find: "id in getAfter(ballotPath()).data.votes" }, CHANGED],
  },
  {
    name: "an amendment that counts a vote is refused",
    as: MEMBERS,
    run: async (fixtures, actor) => {
      const { id } = await seedVoted(fixtures);
      return commit(fixtures.as(actor), amend(IDENTITIES[actor], id, newId(), {}, { votes: increment(1) }));
    },
    without: {
      find: "hasOnly(['amendments', 'lastAmendment', 'handledByAdmin', 'updatedAt', 'updatedBy'])",
      replace: "hasOnly(['amendments', 'lastAmendment', 'handledByAdmin', 'updatedAt', 'updatedBy', 'votes'])",
    },
  },
  {
    name: "a restored report with another count is refused",
    run: async (fixtures) => {
      const { id, fields } = await seedVoted(fixtures);
      await commit(fixtures.as("admin"), remove(admin, id, fields));
      return commit(fixtures.as("admin"), restore(admin, id, fields, { votes: 99 }));
    },
    without: { find: ".hasOnly(['updatedAt', 'updatedBy'])", replace: ".hasOnly(['updatedAt', 'updatedBy', 'votes'])" },
  },
  {
    name: `a vote in a ballot with ${LIMITS.votesPerMember} votes is refused`,
    as: ROLES,
    run: async (fixtures, actor) => {
      const { uid } = IDENTITIES[actor];
      await seedBallot(fixtures, uid, reportIds(LIMITS.votesPerMember));
      return commit(fixtures.as(actor), vote(uid, (await seedVoted(fixtures)).id));
    },
    without: { find: "chosen.size() <= 5000" },
  },
  {
    name: "a vote that also writes a document of another collection is refused",
    as: ROLES,
    run: async (fixtures, actor) => {
      const { uid } = IDENTITIES[actor];
      const { id } = await seedVoted(fixtures);
      await clearBallot(fixtures, uid);
      await deleteDoc(doc(fixtures.stored, "notes", uid));
      const [, ballot] = voteWrites(uid, id);
      return commit(fixtures.as(actor), [{ ...ballot!, merge: `notes/${uid}` } as Write, ...vote(uid, id)]);
    },
    without: { find: "match /ballots/{owner}", replace: "match /{any}/{owner}" },
  },
  // In the next two attacks both ballots claim the same increase of the count.
  {
    name: "a vote that also creates another member's ballot is refused",
    as: ROLES,
    run: async (fixtures, actor) => {
      const [own, other] = [IDENTITIES[actor].uid, otherMember(actor).uid];
      const { id } = await seedVoted(fixtures);
      for (const uid of [own, other]) await clearBallot(fixtures, uid);
      return commit(fixtures.as(actor), [voteWrites(other, id)[1]!, ...vote(own, id)]);
    },
    without: OWN_BALLOT,
  },
  {
    name: "a vote that also changes another member's ballot is refused",
    as: ROLES,
    run: async (fixtures, actor) => {
      const [own, other] = [IDENTITIES[actor].uid, otherMember(actor).uid];
      const { id } = await seedVoted(fixtures);
      for (const uid of [own, other]) await seedBallot(fixtures, uid, ["another"]);
      return commit(fixtures.as(actor), [voteWrites(other, id)[1]!, ...vote(own, id)]);
    },
    without: OWN_BALLOT,
  },
]);

describe("allowed votes", () => {
  const fixtures = useFixtures();
  const stored = async (path: string) => (await getDoc(doc(fixtures().stored, path))).data();
  const asMember = (actor: Actor = "member"): Firestore => fixtures().as(actor);

  test("each member counts once, can take the vote back and vote again", async () => {
    const { id } = await seedVoted(fixtures());
    for (const actor of MEMBERS) {
      const { uid } = IDENTITIES[actor];
      await clearBallot(fixtures(), uid);
      await assertSucceeds(commit(asMember(actor), vote(uid, id)));
    }
    expect(await stored(`issues/${id}`)).toMatchObject({ votes: 3 + MEMBERS.length });
    await assertSucceeds(commit(asMember(), unvote(member.uid, id)));
    await assertSucceeds(commit(asMember(), vote(member.uid, id)));
    await assertFails(commit(asMember(), vote(member.uid, id)));
    expect(await stored(`issues/${id}`)).toMatchObject({ votes: 3 + MEMBERS.length });
  });

  test("the first vote for a report without a stored count makes it one", async () => {
    const { id, fields } = await seedIssue(fixtures());
    await clearBallot(fixtures(), member.uid);
    await assertSucceeds(commit(asMember(), vote(member.uid, id)));
    expect(await stored(`issues/${id}`)).toMatchObject({ votes: 1, updatedAt: fields.updatedAt });
  });

  test(`a ballot may have ${LIMITS.votesPerMember} votes`, async () => {
    const { id } = await seedVoted(fixtures());
    await seedBallot(fixtures(), member.uid, reportIds(LIMITS.votesPerMember - 1));
    await assertSucceeds(commit(asMember(), vote(member.uid, id)));
  });

  test("a disabled admin cannot read their own ballot", async () => {
    const uid = newId();
    await seed(fixtures(), "members", { ...memberFields("Former", { isAdmin: true, disabled: true }) }, uid);
    await seedBallot(fixtures(), uid, ["some-report"]);
    await assertFails(getDoc(doc(fixtures().signedIn(uid), "ballots", uid)));
  });

  test("a deleted report cannot be voted for", async () => {
    const { id, fields } = await seedVoted(fixtures());
    await clearBallot(fixtures(), member.uid);
    await assertSucceeds(commit(asMember("admin"), remove(admin, id, fields)));
    await assertFails(
      setDoc(doc(asMember(), "ballots", member.uid), { votes: { [id]: serverTimestamp() }, lastVote: id }),
    );
  });
});
