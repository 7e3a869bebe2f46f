/** Reads a CSV file as RFC 4180 prescribes: CRLF after each row, quotes doubled in quotes. Throws for anything else. */
export function readStrictCsv(text: string): string[][] {
  const rows: string[][] = [];
  let position = 0;
  while (position < text.length) {
    const row: string[] = [];
    for (;;) {
      // A cell in quotes may hold anything; a cell without them no quote, comma or end of a line.
      const cell = /"(?:[^"]|"")*"|[^",\r\n]*/y;
      cell.lastIndex = position;
      const [raw] = cell.exec(text)!;
      position += raw.length;
      row.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
      if (text[position] !== ",") break;
      position += 1;
    }
    if (text.slice(position, position + 2) !== "\r\n") throw new Error(`No end of a row at ${position}.`);
    position += 2;
    rows.push(row);
  }
  if (rows.some(({ length }) => length !== rows[0]!.length)) throw new Error("The rows differ in length.");
  return rows;
}
