import type { CreateIssue } from "@logbook/domain";
import type { LeftIn } from "../private-text/index.ts";
import type { Size } from "./jpeg.ts";

/**
 * The state of a chosen file. `progress` is 0 to 1, `reason` a whole sentence. A `failed` file can be retried if it has
 * content; without content it could not be read. A `refused` file is not sent.
 */
export type FileState =
  | { kind: "preparing" }
  | { kind: "ready" }
  | { kind: "uploading"; progress: number }
  | { kind: "failed"; reason: string }
  | { kind: "uploaded"; url: string }
  | { kind: "refused"; reason: string };

/** What was found in a text file that is likely private. `plainName` is its name without the number of strikes. */
export interface TextReview {
  original: Blob;
  plainName: string;
  foundCount: number;
  leftIn: LeftIn;
}

/**
 * A file as the form lists it. Once `content` is set, name, size in bytes and type are those that will be stored.
 * `resizedFrom` is the former size of an image in pixels, if the image was made smaller. A text file has a `review`, or
 * `unknown-encoding` if it could not be looked through.
 */
export interface ListedFile {
  key: string;
  name: string;
  size: number;
  type: string;
  content: Blob | null;
  resizedFrom: Size | null;
  review?: TextReview | "unknown-encoding";
  state: FileState;
}

/** The files of an unsent report or amendment, in the order in which they were added. `note` is a sentence above the list. */
export interface DraftFiles {
  files: readonly ListedFile[];
  note: string | null;
}

/** The files that will be sent. A file whose upload failed is one of them: the user can retry the upload. */
export function attachedFiles({ files }: DraftFiles): ListedFile[] {
  return files.filter(({ state }) => state.kind !== "refused");
}

/**
 * The files as the browser's database stores them: without those that are not prepared yet or were refused. Uploaded
 * files stay uploaded: if the response to an attempt was lost, the next attempt must send the same files.
 */
export const filesToSave = ({ files }: DraftFiles): ListedFile[] =>
  files
    .filter(({ content }) => content !== null)
    .map((file) => (file.state.kind === "uploaded" ? file : { ...file, state: { kind: "ready" } }));

/** Whether a file can be sent: the page has read its content, or is preparing the file. */
export const isUsable = ({ content, state }: ListedFile): boolean => content !== null || state.kind === "preparing";

/** How many parts of a text file are struck out. */
export const struckCount = ({ foundCount, leftIn }: TextReview): number =>
  leftIn === "all" ? 0 : foundCount - leftIn.length;

type StoredType = CreateIssue["attachments"][number]["type"];

/** The uploaded files as the request for a new report or amendment lists them. */
export function uploadedAttachments({ files }: DraftFiles): CreateIssue["attachments"] {
  return files.flatMap(({ name, size, type, state }) =>
    // `prepareFile` gives every file one of these types.
    state.kind === "uploaded" ? [{ name, size, type: type as StoredType, url: state.url }] : [],
  );
}

export const filesText = (count: number) => (count === 1 ? "1 file" : `${count} files`);

/** One line about all files. Screen readers announce the line whenever it changes. */
export function filesSummary({ files }: DraftFiles): string {
  const countFiles = (kind: FileState["kind"]) => files.filter(({ state }) => state.kind === kind).length;
  const preparingCount = countFiles("preparing");
  const failedCount = countFiles("failed");
  const refusedCount = countFiles("refused");
  const attachedCount = files.length - refusedCount;
  if (files.length === 0) return "";
  // The summary counts failed and refused files once no file is being prepared or uploaded.
  if (preparingCount > 0) return `Preparing ${filesText(preparingCount)}.`;
  if (countFiles("uploading") > 0) return `Uploading, ${countFiles("uploaded")} of ${attachedCount} done.`;
  const sentences = [`${filesText(attachedCount)} attached.`];
  if (failedCount > 0) sentences.push(`${filesText(failedCount)} not uploaded, see the list for the reason.`);
  if (refusedCount > 0) sentences.push(`${filesText(refusedCount)} refused, see the list for the reason.`);
  return sentences.join(" ");
}
