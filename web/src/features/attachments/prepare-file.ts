import { LIMITS } from "@logbook/domain";
import type { Accepted, Refusal } from "./check-files.ts";
import { toJpeg } from "./jpeg.ts";
import { storedImageName, storedName } from "./stored-name.ts";
import type { Size } from "./svg-size.ts";

type Prepared =
  | { kind: "prepared"; name: string; type: string; content: Blob; resizedFrom: Size | null }
  | { kind: "failed"; reason: Refusal };

export type Prepare = (accepted: Accepted<File>) => Promise<Prepared>;

/** Converts an image to JPEG (section 5) and reads any other file, so that later changes on disk do not matter. */
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
