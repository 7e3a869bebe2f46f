/** Splits a stream of text into lines at `\n` only. Node's readline also splits at U+2028, which JSON may contain. */
export class LineSplitter {
  #unfinishedLine = "";

  /** Adds a chunk of text and returns the lines that are now complete. */
  push(chunk: string): readonly string[] {
    const lines = (this.#unfinishedLine + chunk).split("\n");
    this.#unfinishedLine = lines.pop() ?? "";
    return lines;
  }
}

/** Formats a message as one line of ASCII: firebase-tools could cut a character of several bytes in two. */
export function toLine(message: unknown): string {
  const escapeCodeUnit = (codeUnit: string) => `\\u${codeUnit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `${JSON.stringify(message).replace(/[^\0-\x7f]/g, escapeCodeUnit)}\n`;
}
