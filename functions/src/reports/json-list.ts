const OPEN = Buffer.from("[");
const COMMA = Buffer.from(",");
const CLOSE = Buffer.from("]");

/** The bytes of a JSON list of reports, piece by piece; each is JSON already. */
export function* jsonList(reports: Iterable<Buffer>): Generator<Buffer> {
  let before = OPEN;
  for (const json of reports) {
    yield before;
    yield json;
    before = COMMA;
  }
  if (before === OPEN) yield OPEN;
  yield CLOSE;
}
