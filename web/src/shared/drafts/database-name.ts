/** This name has its own file, so that `draft-marker.ts` can read it without loading the code of the database. */
export const DRAFTS_DATABASE = "logbook.drafts";
