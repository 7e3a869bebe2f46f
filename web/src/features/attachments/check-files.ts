import { ATTACHMENT_SIZE_LIMIT, checkFile, formatCount, LIMITS } from "@logbook/domain";

export const REFUSALS = {
  "too-large": `Larger than ${ATTACHMENT_SIZE_LIMIT} (${formatCount(LIMITS.attachmentBytes)} bytes). Please attach a smaller file.`,
  empty: "This file is empty. Please attach a file with content.",
  type: "Only images, PDF, TXT, LOG and JSON files can be attached.",
  "unreadable-image": "This picture could not be read. It may be damaged or of a kind this browser does not know.",
  "unreadable-file": "This file could not be read. Please choose it again.",
} as const;
export type Refusal = keyof typeof REFUSALS;

export type Accepted<F> = { file: F; as: { kind: "image" } | { kind: "document"; type: string } };

/** Checks chosen files in order; at most `free` are accepted. A refused file does not count (section 5). */
export function checkFiles<F extends { name: string; type: string; size: number }>(files: readonly F[], free: number) {
  const accepted: Accepted<F>[] = [];
  const refused: { file: F; reason: Refusal }[] = [];
  let leftOut = 0;
  for (const file of files) {
    const result = checkFile(file);
    if (result.kind === "refused") refused.push({ file, reason: result.reason });
    else if (accepted.length < free) accepted.push({ file, as: result });
    else leftOut += 1;
  }
  return { accepted, refused, leftOut };
}

export function leftOutText(leftOut: number): string | null {
  if (leftOut === 0) return null;
  return `Only ${LIMITS.attachmentsPerIssue} files can be attached; ${leftOut} ${leftOut === 1 ? "was" : "were"} left out.`;
}
