/** Splits a stream of text into lines at `\n` alone: JSON may contain U+2028, where other splitters end a line. */
export class LineSplitter {
  #unfinishedLine = "";

  /** The lines that `chunk` completes. */
  push(chunk: string): readonly string[] {
    const lines = (this.#unfinishedLine + chunk).split("\n");
    this.#unfinishedLine = lines.pop() ?? "";
    return lines;
  }
}

/** A message as one line of ASCII: firebase-tools could cut a character of several bytes in two. */
export function toLine(message: unknown): string {
  const escaped = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return `${JSON.stringify(message).replace(/[^\0-\x7f]/g, escaped)}\n`;
}
