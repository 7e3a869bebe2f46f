import { type CreateIssue, LIMITS } from "@logbook/domain";
import { leftOutText } from "./check-files.ts";
import type { Size } from "./svg-size.ts";

/**
 * Where a file is on its way from being chosen to being stored. `progress` is 0 to 1, a `reason` a whole sentence. What
 * `failed` may be tried again, unless it has no content: then it could not be read. What is `refused` is none of the report's.
 */
export type FileState =
  | { kind: "preparing" }
  | { kind: "ready" }
  | { kind: "uploading"; progress: number }
  | { kind: "failed"; reason: string }
  | { kind: "uploaded"; url: string }
  | { kind: "refused"; reason: string };

/** A file as the form lists it. Name, size in bytes and type are those of what is stored, once `content` is there. */
export interface ListedFile {
  key: string;
  name: string;
  size: number;
  type: string;
  content: Blob | null;
  /** The picture's size before it was made smaller. */
  resizedFrom: Size | null;
  state: FileState;
}

/** All files of a draft, in the order chosen, and what is to be said about those that are not among them. */
export interface FileList {
  files: readonly ListedFile[];
  note: string | null;
}

export const NO_FILES: FileList = { files: [], note: null };

/** What happens to the list. Events about a file that has been removed meanwhile change nothing. */
export type FileEvent =
  | { kind: "added"; files: readonly ListedFile[]; leftOut: number }
  | { kind: "prepared"; key: string; file: Pick<ListedFile, "name" | "type" | "resizedFrom"> & { content: Blob } }
  | { kind: "moved"; key: string; state: FileState }
  | { kind: "forgotten" }
  | { kind: "noted"; note: string | null }
  | { kind: "removed"; key: string };

/** The list after an event. */
export function nextFiles(list: FileList, event: FileEvent): FileList {
  const change = (key: string, part: Partial<ListedFile>): FileList => ({
    ...list,
    files: list.files.map((file) => (file.key === key ? { ...file, ...part } : file)),
  });
  switch (event.kind) {
    case "added":
      return { files: [...list.files, ...event.files], note: leftOutText(event.leftOut) };
    case "prepared":
      return change(event.key, { ...event.file, size: event.file.content.size, state: { kind: "ready" } });
    case "moved":
      return change(event.key, { state: event.state });
    case "forgotten":
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

/** The files that are, or will be, the report's: all but the refused ones. */
export function attachedFiles(list: FileList): ListedFile[] {
  return list.files.filter((file) => file.state.kind !== "refused");
}

/** The files that are not: each says why. */
export function refusedFiles(list: FileList): ListedFile[] {
  return list.files.filter((file) => file.state.kind === "refused");
}

/** How many more files the report takes. */
export function freePlaces(list: FileList): number {
  return LIMITS.attachmentsPerIssue - attachedFiles(list).length;
}

type StoredType = CreateIssue["attachments"][number]["type"];

/** The uploaded files as a new report names them. */
export function uploadedAttachments(list: FileList): CreateIssue["attachments"] {
  return list.files.flatMap(({ name, size, type, state }) =>
    // Past preparation the type is one of the domain's own.
    state.kind === "uploaded" ? [{ name, size, type: type as StoredType, url: state.url }] : [],
  );
}

const counted = (count: number) => (count === 1 ? "1 file" : `${count} files`);

/** The list in a few words, for those who do not see it: read out each time it says something else. */
export function filesSummary(list: FileList): string {
  const count = (kind: FileState["kind"]) => list.files.filter(({ state }) => state.kind === kind).length;
  const [preparing, uploading, failed, uploaded, refused] = [
    count("preparing"),
    count("uploading"),
    count("failed"),
    count("uploaded"),
    count("refused"),
  ];
  if (list.files.length === 0) return "";
  if (preparing > 0) return `Preparing ${counted(preparing)}.`;
  if (uploading > 0) return `Uploading, ${uploaded} of ${attachedFiles(list).length} done.`;
  const parts = [`${counted(attachedFiles(list).length)} attached.`];
  if (failed > 0) parts.push(`${counted(failed)} not uploaded, see the list for the reason.`);
  if (refused > 0) parts.push(`${counted(refused)} refused, see the list for the reason.`);
  return parts.join(" ");
}
