import { ATTACHMENT_SIZE_LIMIT, checkFile, formatCount, LIMITS } from "@logbook/domain";

/** The sentences about files that cannot be attached: `checkFile` refuses them, or `prepareFile` fails on them. */
export const FILE_PROBLEM_TEXTS = {
  "too-large": `Larger than ${ATTACHMENT_SIZE_LIMIT} (${formatCount(LIMITS.attachmentBytes)} bytes). Please attach a smaller file.`,
  empty: "This file is empty. Please attach a file with content.",
  type: "Only images, PDF, TXT, LOG and JSON files can be attached.",
  "unreadable-image": "This picture could not be read. It may be damaged or of a kind this browser does not know.",
  "unreadable-file": "This file could not be read. Please choose it again.",
} as const;
export type FileProblem = keyof typeof FILE_PROBLEM_TEXTS;

/** An accepted file, and the form in which it will be stored: an image as JPEG, a document unchanged. */
export type AcceptedFile<F> = { file: F; storedAs: { kind: "image" } | { kind: "document"; type: string } };

/** Refuses unusable files, accepts the first `limit` usable ones, and leaves out all other usable files (section 5). */
export function checkFiles<F extends { name: string; type: string; size: number }>(files: readonly F[], limit: number) {
  const accepted: AcceptedFile<F>[] = [];
  const refused: { file: F; reason: FileProblem }[] = [];
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
