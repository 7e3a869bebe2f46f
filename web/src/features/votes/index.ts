export { FixQuestion } from "./fix-question.tsx";
export { loadVotes } from "./load-votes.ts";
export { SightingButton } from "./sighting.tsx";
export { useVote, useVotedIds, VoteButton } from "./vote.tsx";
