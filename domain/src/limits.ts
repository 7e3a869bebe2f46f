/** All limits of the product. Lengths are in UTF-16 units, which JavaScript and the security rules both count. */
export const LIMITS = {
  titleLength: 200,
  textLength: 10_000,
  urlLength: 2_000,
  amendmentLength: 4_000,
  amendmentsPerIssue: 200,
  /** Only this number of a report's amendments may have full length: more could make the report exceed 1 MiB. */
  longAmendments: 25,
  /** The size of each amendment after the first `longAmendments`, in bytes. */
  laterAmendmentBytes: 2_500,
  /** The size to which amendments may enlarge a report's JSON, in bytes. Firestore's limit for a document is 1 MiB. */
  issueBytes: 700_000,
  /** The number of files with which a report can be filed. */
  attachmentsPerIssue: 5,
  attachmentsPerAmendment: 3,
  /** The number of files of a report and all its amendments. */
  attachmentsInAll: 30,
  /** The size of one attachment, in bytes (section 9). `storage.rules` and `firestore.rules` have the same limit. */
  attachmentBytes: 5 * 1024 * 1024,
  attachmentNameLength: 200,
  /** The longer side of a stored image, in pixels (section 5). */
  imageSide: 1024,
  /** The JPEG quality of a stored image, from 0 to 1 (section 5). */
  imageQuality: 0.7,
  // `firestore.rules` has the same limits of what one member can store.
  votesPerMember: 5_000,
  followsPerMember: 5_000,
  /** Below this number of members who see a bug too, nobody learns with which browsers and systems. */
  talliedMembers: 3,
  /** The number of members who can say of one report that they see it too. */
  sightingsPerReport: 2_000,
  /** The number of members who can say of one report whether it is fixed. */
  fixAnswersPerReport: 2_000,
  /** The number of reports for which the last look at the news is stored. */
  seenReports: 1_000,
  savedViews: 20,
  viewNameLength: 60,
  /** Changes older than this number of days are not news. */
  newsDays: 30,
  /** The number of reports and entries of What's new in one response to a request for news. */
  newsPerResponse: 50,
  /** The number of letters of an amendment that the news show. */
  newsExcerpt: 160,
  /** The number of minutes in which authors may edit a report or amendment. `firestore.rules` has the same limit. */
  editMinutes: 15,
  /** The number of days for which nobody can register the name of a member who has deleted their account. */
  formerNameDays: 30,
  usernameMin: 2,
  usernameMax: 64,
  /** Firebase Auth refuses shorter passwords. */
  passwordMin: 6,
  passwordMax: 256,
  /** The number of people who can wait for an admin to let them in. */
  waitingMembers: 500,
  /** The length of an admin's word to somebody whom they do not let in. */
  refusalLength: 200,
  /** The number of minutes in which a reset link can be used. */
  resetLinkMinutes: 60,
  searchLength: 200,
  /** The number of report ids in one request for changes: a list shows at most 100 reports and 100 new ones. */
  idsPerRequest: 200,
  /** The number of reports in one export of the list. */
  exportReports: 100_000,
  /** The size of the reports in one part of an export, in bytes; a single report may be longer. */
  exportPartBytes: 4 * 1024 * 1024,
  /** The number of a member's own events in one response: each may have the former texts of a whole report. */
  ownEventsPerResponse: 25,
  /** The number of events of a report's history in one response. */
  eventsPerResponse: 200,
  /** The number of reports in one response to a request for similar reports. */
  similarReports: 5,
  /** The number of errors that `report.js` sends of the page on which it was pressed. */
  pageErrors: 5,
  pageErrorLength: 500,
  /** The length of what `report.js` sends, as it stands in the address. `first.js` ignores what is longer. */
  pageReportLength: 64 * 1024,
  /** The number of new reports in one response to a request for changes. */
  freshPerResponse: 100,
  /** The number of reports in one response to a request for all that a list finds, to change many at once. */
  foundReports: 500,
  bodyBytes: 256 * 1024,
  /** The number of days in which a deleted report can be restored. */
  trashDays: 30,
  /** The number of reports that admins can pin above the list. */
  pinnedReports: 3,
  entryTitleLength: 120,
  entryTextLength: 4_000,
  /** The number of reports to which an entry of What's new links. */
  entryReports: 20,
  /** The number of reports to which an entry has ever linked: their followers are told of it only once. */
  entryToldReports: 100,
  publishedEntries: 1_000,
  entryDrafts: 20,
  entryPageSize: 10,
  /** The number of published entries of which the bell tells, the newest ones. */
  recentEntries: 30,
  /** The number of entries on a page of the members or the trash. */
  adminPageSize: 25,
} as const;

/** The size limit of an attachment as text, for messages. */
export const ATTACHMENT_SIZE_LIMIT = `${LIMITS.attachmentBytes / 1024 ** 2} MB`;

/** How long the page caches data that it does not show, and how often it retries requests (section 9). */
export const CACHE = {
  unusedMs: 5 * 60_000,
  retries: 3,
  retryFirstMs: 1_000,
  retryCapMs: 30_000,
} as const;

/** The delay in milliseconds before retry number `attempt`, counted from 0 (section 9). */
export function retryDelay(attempt: number): number {
  return Math.min(CACHE.retryFirstMs * 2 ** attempt, CACHE.retryCapMs);
}

/** A tooltip shows after `delayMs`, or at once if another tooltip was hidden less than `skipMs` ago (section 9). */
export const TOOLTIP = { delayMs: 700, skipMs: 300 } as const;
