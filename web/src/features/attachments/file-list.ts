import { type CreateIssue, LIMITS } from "@logbook/domain";
import { leftOutText } from "./check-files.ts";
import type { Size } from "./svg-size.ts";

/**
 * The state of a chosen file. `progress` is 0 to 1, `reason` a whole sentence. A `failed` file can be retried if it has
 * content; without content it could not be read. A `refused` file does not belong to the report.
 */
export type FileState =
  | { kind: "preparing" }
  | { kind: "ready" }
  | { kind: "uploading"; progress: number }
  | { kind: "failed"; reason: string }
  | { kind: "uploaded"; url: string }
  | { kind: "refused"; reason: string };

/**
 * A file as the form lists it. Once `content` is set, name, size in bytes and type are those that will be stored.
 * `resizedFrom` is the former size of an image in pixels, if the image was made smaller.
 */
export interface ListedFile {
  key: string;
  name: string;
  size: number;
  type: string;
  content: Blob | null;
  resizedFrom: Size | null;
  state: FileState;
}

/** The files of an unsent report, in the order in which they were added. `note` is a sentence above the list. */
export interface DraftFiles {
  files: readonly ListedFile[];
  note: string | null;
}

export const NO_FILES: DraftFiles = { files: [], note: null };

export function createListedFile(key: string, { name, size, type }: File, state: FileState): ListedFile {
  return { key, name, size, type, content: null, resizedFrom: null, state };
}

/** The fields that the preparation of a file changes in its `ListedFile`. */
export function preparedFields(prepared: Pick<ListedFile, "name" | "type" | "resizedFrom"> & { content: Blob }) {
  const { name, type, content, resizedFrom } = prepared;
  return { name, type, size: content.size, content, resizedFrom, state: { kind: "ready" } } as const;
}

/** Adds files. `leftOutCount` is the number of chosen files for which the report had no room. */
export function addFiles(list: DraftFiles, files: readonly ListedFile[], leftOutCount = 0): DraftFiles {
  return { files: [...list.files, ...files], note: leftOutText(leftOutCount) };
}

/** The list with one file changed. If the file was removed meanwhile, the list stays the same. */
export function changeFile(list: DraftFiles, key: string, change: Partial<ListedFile>): DraftFiles {
  return { ...list, files: list.files.map((file) => (file.key === key ? { ...file, ...change } : file)) };
}

export function removeFile(list: DraftFiles, key: string): DraftFiles {
  return { files: list.files.filter((file) => file.key !== key), note: null };
}

/** The files that belong to the report. A file whose upload failed is one of them: the user can retry the upload. */
export function attachedFiles(list: DraftFiles): ListedFile[] {
  return list.files.filter((file) => file.state.kind !== "refused");
}

export function refusedFiles(list: DraftFiles): ListedFile[] {
  return list.files.filter((file) => file.state.kind === "refused");
}

export function remainingFileCount(list: DraftFiles): number {
  return LIMITS.attachmentsPerIssue - attachedFiles(list).length;
}

type StoredType = CreateIssue["attachments"][number]["type"];

/** The uploaded files as the request for a new report lists them. */
export function uploadedAttachments(list: DraftFiles): CreateIssue["attachments"] {
  return list.files.flatMap(({ name, size, type, state }) =>
    // `prepareFile` gives every file one of these types.
    state.kind === "uploaded" ? [{ name, size, type: type as StoredType, url: state.url }] : [],
  );
}

const filesText = (count: number) => (count === 1 ? "1 file" : `${count} files`);

/** One line about all files. Screen readers announce the line whenever it changes. */
export function filesSummary(list: DraftFiles): string {
  const countFiles = (kind: FileState["kind"]) => list.files.filter(({ state }) => state.kind === kind).length;
  const preparingCount = countFiles("preparing");
  const failedCount = countFiles("failed");
  const refusedCount = countFiles("refused");
  const attachedCount = attachedFiles(list).length;
  if (list.files.length === 0) return "";
  // Failed and refused files are named once no other file is being prepared or uploaded.
  if (preparingCount > 0) return `Preparing ${filesText(preparingCount)}.`;
  if (countFiles("uploading") > 0) return `Uploading, ${countFiles("uploaded")} of ${attachedCount} done.`;
  const sentences = [`${filesText(attachedCount)} attached.`];
  if (failedCount > 0) sentences.push(`${filesText(failedCount)} not uploaded, see the list for the reason.`);
  if (refusedCount > 0) sentences.push(`${filesText(refusedCount)} refused, see the list for the reason.`);
  return sentences.join(" ");
}
