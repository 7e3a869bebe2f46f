import { LIMITS } from "@logbook/domain";
import type { AcceptedFile, FileProblem } from "./check-files.ts";
import { toJpeg } from "./jpeg.ts";
import { storedImageName, storedName } from "./stored-name.ts";
import type { Size } from "./svg-size.ts";

/** `resizedFrom` is the original size of an image that was scaled down; otherwise it is `null`. */
type Preparation =
  | { kind: "prepared"; name: string; type: string; content: Blob; resizedFrom: Size | null }
  | { kind: "failed"; reason: FileProblem };

export type Prepare = (acceptedFile: AcceptedFile<File>) => Promise<Preparation>;

/** Converts an image to JPEG (section 5). Copies any other file into memory, since the file on disk may change. */
export const prepareFile: Prepare = async ({ file, storedAs }) => {
  try {
    if (storedAs.kind === "image") {
      const { content, resizedFrom } = await toJpeg(file);
      if (content.size > LIMITS.attachmentBytes) return { kind: "failed", reason: "too-large" };
      return { kind: "prepared", name: storedImageName(file.name), type: content.type, content, resizedFrom };
    }
    const content = new Blob([await file.arrayBuffer()], { type: storedAs.type });
    return { kind: "prepared", name: storedName(file.name), type: storedAs.type, content, resizedFrom: null };
  } catch (error) {
    console.error(`Failed to process ${file.name}:`, error);
    return { kind: "failed", reason: storedAs.kind === "image" ? "unreadable-image" : "unreadable-file" };
  }
};
