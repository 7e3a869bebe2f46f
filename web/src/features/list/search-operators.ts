/** Tells the user which operators a search may contain besides words. */
export const SEARCH_OPERATORS_HINT = "A search may also have by:name, is:open, is:bug, #142 or in:amendments.";
