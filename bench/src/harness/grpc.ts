/** The messages in the body of a gRPC request: each has one byte for packing, four for its length, then its bytes. */
export function grpcMessages(body: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let at = 0; at + 5 <= body.length; ) {
    const end = at + 5 + body.readUInt32BE(at + 1);
    messages.push(body.subarray(at + 5, end));
    at = end;
  }
  return messages;
}

const LENGTHS: Record<number, number> = { 1: 8, 5: 4 };

/** How often a field stands in a protobuf message. Throws on what is no protobuf. */
export function countField(message: Buffer, wanted: number): number {
  let at = 0;
  function varint(): number {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = message[at++];
      if (byte === undefined) throw new RangeError("The message is cut short.");
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  }
  let count = 0;
  while (at < message.length) {
    const tag = varint();
    const kind = tag % 8;
    if (Math.floor(tag / 8) === wanted) count += 1;
    if (kind === 0) varint();
    else if (kind === 2) {
      const length = varint();
      at += length;
    } else if (LENGTHS[kind] !== undefined) at += LENGTHS[kind];
    else throw new RangeError(`There is no field of kind ${kind}.`);
  }
  return count;
}
