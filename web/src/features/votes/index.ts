export { loadVotes, useVote, useVotedIds, VoteButton } from "./vote.tsx";
