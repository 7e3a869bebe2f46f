/** Every limit of the product, once. Lengths are in UTF-16 units, which is what JavaScript and the rules both count. */
export const LIMITS = {
  titleLength: 200,
  textLength: 10_000,
  urlLength: 2_000,
  amendmentLength: 4_000,
  amendmentsPerIssue: 200,
  /** So many amendments of a report may be as long as any; each further one takes fewer bytes, or it could outgrow Firestore's 1 MiB. */
  longAmendments: 25,
  laterAmendmentBytes: 2_500,
  /** A stored report, all its text and amendments: keeps well under Firestore's 1 MiB a document. */
  issueBytes: 700_000,
  /** Section 9. */
  attachmentsPerIssue: 5,
  /** Section 9: 5 MB, in bytes. */
  attachmentBytes: 5 * 1024 * 1024,
  attachmentNameLength: 200,
  /** Section 5: the longer side of a stored image, in pixels. */
  imageSide: 1024,
  /** Section 5: JPEG quality of a stored image. */
  imageQuality: 0.7,
  usernameMin: 2,
  usernameMax: 64,
  /** Firebase Auth takes no shorter password. */
  passwordMin: 6,
  passwordMax: 256,
  searchLength: 200,
  /** Reports whose present state can be asked for at once: those of the largest page and as many new ones. */
  idsAsked: 200,
  /** New reports that one answer names. */
  freshListed: 100,
  /** A request's body, in bytes. */
  bodyBytes: 256 * 1024,
  trashDays: 30,
  /** Entries on a page of the members and of the trash. */
  adminPageSize: 25,
} as const;

/** How long and how often data is kept and asked for (section 9). Milliseconds. */
export const CACHE = {
  unusedMs: 5 * 60_000,
  retries: 3,
  retryFirstMs: 1_000,
  retryCapMs: 30_000,
} as const;

/** Milliseconds before retry number `attempt` (from 0): exponential, capped at 30 s (section 9). */
export function retryDelay(attempt: number): number {
  return Math.min(CACHE.retryFirstMs * 2 ** attempt, CACHE.retryCapMs);
}

/** Tooltip delays in milliseconds (section 9). */
export const TOOLTIP = { delayMs: 700, skipMs: 300 } as const;
