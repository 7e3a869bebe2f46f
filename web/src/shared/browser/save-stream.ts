import { saveBlob } from "./save-blob.ts";

// TypeScript's DOM types lack `showSaveFilePicker`, which only Chromium has.
declare global {
  interface Window {
    showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
  }
}

/** Saves a stream as a file; an aborted `signal` leaves no file. */
export type SaveStream = (stream: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal) => Promise<void>;

/**
 * Asks where to save a file, if the browser can stream into it; `null` if the user does not want to. Call this in the
 * handler of a click, before any `await`. In other browsers the stream is collected in blobs, which they move to the
 * disk, and saved at its end.
 */
export async function chooseFile(name: string): Promise<SaveStream | null> {
  if (window.showSaveFilePicker === undefined) return (stream, signal) => saveAsBlob(stream, name, signal);
  try {
    const handle = await window.showSaveFilePicker({ suggestedName: name });
    const writable = await handle.createWritable();
    return (stream, signal) => stream.pipeTo(writable, { signal });
  } catch (error) {
    if ((error as DOMException).name === "AbortError") return null;
    return (stream, signal) => saveAsBlob(stream, name, signal);
  }
}

// Small blobs stay in memory.
const BLOB_BYTES = 4 * 1024 * 1024;

async function saveAsBlob(stream: ReadableStream<Uint8Array<ArrayBuffer>>, name: string, signal: AbortSignal) {
  const blobs: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    signal.throwIfAborted();
    if (value !== undefined) {
      chunks.push(value);
      bytes += value.length;
    }
    if (done || bytes >= BLOB_BYTES) {
      blobs.push(new Blob(chunks));
      chunks = [];
      bytes = 0;
    }
    if (done) break;
  }
  saveBlob(new Blob(blobs, { type: "application/zip" }), name);
}
