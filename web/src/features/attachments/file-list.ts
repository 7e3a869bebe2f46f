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

/** A change of the list. An event about a removed file changes nothing. */
export type FileEvent =
  | { kind: "added"; files: readonly ListedFile[]; leftOut: number }
  | { kind: "prepared"; key: string; file: Pick<ListedFile, "name" | "type" | "resizedFrom"> & { content: Blob } }
  | { kind: "state-changed"; key: string; state: FileState }
  | { kind: "uploads-forgotten" }
  | { kind: "noted"; note: string | null }
  | { kind: "removed"; key: string };

export function listedFile(key: string, { name, size, type }: File, state: FileState): ListedFile {
  return { key, name, size, type, content: null, resizedFrom: null, state };
}

export function nextFiles(list: DraftFiles, event: FileEvent): DraftFiles {
  const change = (key: string, part: Partial<ListedFile>): DraftFiles => ({
    ...list,
    files: list.files.map((file) => (file.key === key ? { ...file, ...part } : file)),
  });
  switch (event.kind) {
    case "added":
      return { files: [...list.files, ...event.files], note: leftOutText(event.leftOut) };
    case "prepared":
      return change(event.key, { ...event.file, size: event.file.content.size, state: { kind: "ready" } });
    case "state-changed":
      return change(event.key, { state: event.state });
    case "uploads-forgotten":
      return {
        ...list,
        files: list.files.map((file) =>
          file.state.kind === "uploaded" ? { ...file, state: { kind: "ready" } } : file,
        ),
      };
    case "noted":
      return { ...list, note: event.note };
    case "removed":
      return { files: list.files.filter((file) => file.key !== event.key), note: null };
  }
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

const countFiles = (count: number) => (count === 1 ? "1 file" : `${count} files`);

/** The list in one line, for screen readers, which announce each change of it. */
export function filesSummary(list: DraftFiles): string {
  const count = (kind: FileState["kind"]) => list.files.filter(({ state }) => state.kind === kind).length;
  const [preparing, uploading, failed, uploaded, refused] = [
    count("preparing"),
    count("uploading"),
    count("failed"),
    count("uploaded"),
    count("refused"),
  ];
  if (list.files.length === 0) return "";
  if (preparing > 0) return `Preparing ${countFiles(preparing)}.`;
  if (uploading > 0) return `Uploading, ${uploaded} of ${attachedFiles(list).length} done.`;
  const parts = [`${countFiles(attachedFiles(list).length)} attached.`];
  if (failed > 0) parts.push(`${countFiles(failed)} not uploaded, see the list for the reason.`);
  if (refused > 0) parts.push(`${countFiles(refused)} refused, see the list for the reason.`);
  return parts.join(" ");
}
