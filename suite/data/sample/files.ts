import { readFile } from "node:fs/promises";

/** The files of sample reports: name in the report, content type, and file in `files/`. */
const FILES = {
  "accessibility-notes.pdf": ["application/pdf", "accessibility-notes.pdf"],
  "calendar-export.json": ["application/json", "calendar-export.json"],
  "calendar-on-phone.jpg": ["image/jpeg", "calendar-on-phone.jpg"],
  "forum-dark-mode.jpg": ["image/jpeg", "forum-dark-mode.jpg"],
  "gallery-thumbnails.jpg": ["image/jpeg", "gallery-thumbnails.jpg"],
  "keyboard-focus.jpg": ["image/jpeg", "keyboard-focus.jpg"],
  "map-sketch.jpg": ["image/jpeg", "map-sketch.jpg"],
  // The file is not called *.log, because .gitignore excludes such files.
  "newsletter-worker.log": ["text/plain", "newsletter-worker.txt"],
  "sign-up-form.jpg": ["image/jpeg", "sign-up-form.jpg"],
} as const;
export type SampleFile = keyof typeof FILES;

export async function readSampleFile(name: SampleFile): Promise<{ type: string; content: Buffer<ArrayBuffer> }> {
  const [type, fileName] = FILES[name];
  return { type, content: await readFile(new URL(`files/${fileName}`, import.meta.url)) };
}
