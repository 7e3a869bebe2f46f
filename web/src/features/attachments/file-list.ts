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

/** A file as the form lists it. Once `content` is set, name, size in bytes and type are those that will be stored. */
export interface ListedFile {
  key: string;
  name: string;
  size: number;
  type: string;
  content: Blob | null;
  resizedFrom: Size | null;
  state: FileState;
}

/** All files of a draft in the order chosen, and a sentence about files that were not added. */
export interface DraftFiles {
  files: readonly ListedFile[];
  note: string | null;
}

export const NO_FILES: DraftFiles = { files: [], note: null };

export function listedFile(key: string, { name, size, type }: File, state: FileState): ListedFile {
  return { key, name, size, type, content: null, resizedFrom: null, state };
}

/** The fields of a file that its preparation changes. */
export function preparedFile(file: Pick<ListedFile, "name" | "type" | "resizedFrom"> & { content: Blob }) {
  const { name, type, content, resizedFrom } = file;
  return { name, type, size: content.size, content, resizedFrom, state: { kind: "ready" } } as const;
}

export function addFiles(list: DraftFiles, files: readonly ListedFile[], leftOutCount: number): DraftFiles {
  return { files: [...list.files, ...files], note: leftOutText(leftOutCount) };
}

/** The list with one file changed. If the file was removed meanwhile, the list stays the same. */
export function changeFile(list: DraftFiles, key: string, change: Partial<ListedFile>): DraftFiles {
  return { ...list, files: list.files.map((file) => (file.key === key ? { ...file, ...change } : file)) };
}

export function removeFile(list: DraftFiles, key: string): DraftFiles {
  return { files: list.files.filter((file) => file.key !== key), note: null };
}

export function attachedFiles(list: DraftFiles): ListedFile[] {
  return list.files.filter((file) => file.state.kind !== "refused");
}

export function refusedFiles(list: DraftFiles): ListedFile[] {
  return list.files.filter((file) => file.state.kind === "refused");
}

export function freePlaces(list: DraftFiles): number {
  return LIMITS.attachmentsPerIssue - attachedFiles(list).length;
}

type StoredType = CreateIssue["attachments"][number]["type"];

/** The uploaded files as the request for a new report lists them. */
export function uploadedAttachments(list: DraftFiles): CreateIssue["attachments"] {
  return list.files.flatMap(({ name, size, type, state }) =>
    // A prepared file has one of the domain's types.
    state.kind === "uploaded" ? [{ name, size, type: type as StoredType, url: state.url }] : [],
  );
}

const filesText = (count: number) => (count === 1 ? "1 file" : `${count} files`);

/** The list in one line for screen readers, which announce this line whenever it changes. */
export function filesSummary(list: DraftFiles): string {
  const countState = (kind: FileState["kind"]) => list.files.filter(({ state }) => state.kind === kind).length;
  const attachedCount = attachedFiles(list).length;
  if (list.files.length === 0) return "";
  if (countState("preparing") > 0) return `Preparing ${filesText(countState("preparing"))}.`;
  if (countState("uploading") > 0) return `Uploading, ${countState("uploaded")} of ${attachedCount} done.`;
  const parts = [`${filesText(attachedCount)} attached.`];
  if (countState("failed") > 0)
    parts.push(`${filesText(countState("failed"))} not uploaded, see the list for the reason.`);
  if (countState("refused") > 0)
    parts.push(`${filesText(countState("refused"))} refused, see the list for the reason.`);
  return parts.join(" ");
}
