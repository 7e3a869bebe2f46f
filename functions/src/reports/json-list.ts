const OPEN = Buffer.from("[");
const COMMA = Buffer.from(",");
const CLOSE = Buffer.from("]");

/** The chunks of a JSON list of reports. Each report is JSON already. */
export function* jsonList(reports: Iterable<Buffer>): Generator<Buffer> {
  let separator = OPEN;
  for (const json of reports) {
    yield separator;
    yield json;
    separator = COMMA;
  }
  if (separator === OPEN) yield OPEN;
  yield CLOSE;
}
