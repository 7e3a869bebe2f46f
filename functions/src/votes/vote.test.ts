import { LIMITS } from "@logbook/domain";
import { expect, it } from "vitest";
import { storedDocument, writeTo } from "../firestore/test-documents.ts";
import { vote } from "./vote.ts";

process.env.GCLOUD_PROJECT ??= "demo-app";

const votes = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`r${index}`, new Date(0)]));
const voteWith = (count: number, issueId: string, wantsVote = true) =>
  vote(
    { uid: "u1", username: "ada", isAdmin: false },
    issueId,
    { report: storedDocument(issueId, {}), ballot: storedDocument("u1", { votes: votes(count) }), follows: null },
    wantsVote,
  );

it("the 5,000th vote of a member is stored, and the next one is refused", () => {
  expect(writeTo("ballots/u1", voteWith(LIMITS.votesPerMember - 1, "new"))?.serverTimes).toEqual(["votes.`new`"]);
  expect(voteWith(LIMITS.votesPerMember, "new")).toMatchObject({ code: "full" });
  expect(writeTo("ballots/u1", voteWith(LIMITS.votesPerMember, "r0", false))?.mask).toEqual(["votes.`r0`"]);
});
