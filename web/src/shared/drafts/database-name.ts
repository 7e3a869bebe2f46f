/** The name of the browser's database with drafts. */
export const DRAFTS_DATABASE = "logbook.drafts";
