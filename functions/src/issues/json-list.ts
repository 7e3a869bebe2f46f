import { type Entry, jsonOf } from "../board/entry.ts";

const OPEN = Buffer.from("[");
const COMMA = Buffer.from(",");
const CLOSE = Buffer.from("]");

/** The bytes of a JSON list of reports, piece by piece. */
export function* jsonList(entries: Iterable<Entry>): Generator<Buffer> {
  let before = OPEN;
  for (const entry of entries) {
    yield before;
    yield jsonOf(entry);
    before = COMMA;
  }
  if (before === OPEN) yield OPEN;
  yield CLOSE;
}
