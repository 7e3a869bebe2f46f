/** The messages in the body of a gRPC request. Each one is a byte for compression, four for the length, then the content. */
export function grpcMessages(body: Buffer): Buffer[] {
  const messages: Buffer[] = [];
  for (let at = 0; at + 5 <= body.length; ) {
    const end = at + 5 + body.readUInt32BE(at + 1);
    messages.push(body.subarray(at + 5, end));
    at = end;
  }
  return messages;
}

// The lengths of fixed64 and fixed32, by wire type.
const FIXED_LENGTHS: Record<number, number> = { 1: 8, 5: 4 };

/** How often the field with number `wanted` occurs in a protobuf message. Throws if this is not protobuf. */
export function countField(message: Buffer, wanted: number): number {
  let at = 0;
  function varint(): number {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = message[at++];
      if (byte === undefined) throw new RangeError("The message is truncated.");
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  }
  let count = 0;
  while (at < message.length) {
    const tag = varint();
    const wireType = tag % 8;
    if (Math.floor(tag / 8) === wanted) count += 1;
    if (wireType === 0) varint();
    else if (wireType === 2) {
      const length = varint();
      at += length;
    } else if (FIXED_LENGTHS[wireType] !== undefined) at += FIXED_LENGTHS[wireType];
    else throw new RangeError(`Unknown wire type ${wireType}.`);
  }
  return count;
}
