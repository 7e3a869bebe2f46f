export { AdminActions } from "./admin-actions.tsx";
export { AmendmentForm } from "./amendment-form.tsx";
export { unfoldForPrint, usePrinting } from "./printing.ts";
export { ReportCard } from "./report-card.tsx";
export { detailsCode } from "./report-details.tsx";
export { ReportBadges, ReportOrigin } from "./report-summary.tsx";
export { RichText } from "./rich-text.tsx";
export { loadVotes, useVote } from "./use-vote.ts";
export { VoteButton } from "./vote-button.tsx";
