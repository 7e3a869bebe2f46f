import { ATTACHMENT_SIZE_LIMIT, checkFile, formatCount, LIMITS } from "@logbook/domain";

export const REFUSAL_TEXTS = {
  "too-large": `Larger than ${ATTACHMENT_SIZE_LIMIT} (${formatCount(LIMITS.attachmentBytes)} bytes). Please attach a smaller file.`,
  empty: "This file is empty. Please attach a file with content.",
  type: "Only images, PDF, TXT, LOG and JSON files can be attached.",
  "unreadable-image": "This picture could not be read. It may be damaged or of a kind this browser does not know.",
  "unreadable-file": "This file could not be read. Please choose it again.",
} as const;
export type Refusal = keyof typeof REFUSAL_TEXTS;

/** An accepted file, and the form in which it will be stored. */
export type Accepted<F> = { file: F; storedAs: { kind: "image" } | { kind: "document"; type: string } };

/** Checks chosen files in order; at most `limit` are accepted, not counting refused ones (section 5). */
export function checkFiles<F extends { name: string; type: string; size: number }>(files: readonly F[], limit: number) {
  const accepted: Accepted<F>[] = [];
  const refused: { file: F; reason: Refusal }[] = [];
  let leftOutCount = 0;
  for (const file of files) {
    const result = checkFile(file);
    if (result.kind === "refused") refused.push({ file, reason: result.reason });
    else if (accepted.length < limit) accepted.push({ file, storedAs: result });
    else leftOutCount += 1;
  }
  return { accepted, refused, leftOutCount };
}

export function leftOutText(leftOutCount: number): string | null {
  if (leftOutCount === 0) return null;
  return `Only ${LIMITS.attachmentsPerIssue} files can be attached; ${leftOutCount} ${leftOutCount === 1 ? "was" : "were"} left out.`;
}
