/** Reads the stream of a snapshot as pieces of given lengths. */
export interface ByteReader {
  /** The next `count` bytes, in a buffer of their own, so that the caller can free it. Rejects if too few bytes are left. */
  read(count: number): Promise<Buffer>;
  isAtEnd(): Promise<boolean>;
}

export function createByteReader(chunks: AsyncIterable<Buffer>): ByteReader {
  const iterator = chunks[Symbol.asyncIterator]();
  let chunk: Buffer = Buffer.alloc(0);
  let position = 0;

  /** Fetches the next chunk if all bytes of the current chunk were read; `false` at the end of the stream. */
  async function ensureChunk(): Promise<boolean> {
    // A loop, because a chunk may be empty.
    while (position === chunk.length) {
      const result = await iterator.next();
      if (result.done) return false;
      chunk = result.value;
      position = 0;
    }
    return true;
  }

  return {
    async read(count) {
      const bytes = Buffer.allocUnsafeSlow(count);
      for (let filled = 0; filled < count; ) {
        if (!(await ensureChunk())) throw new Error("The snapshot is incomplete.");
        const copied = chunk.copy(bytes, filled, position);
        position += copied;
        filled += copied;
      }
      return bytes;
    },

    isAtEnd: async () => !(await ensureChunk()),
  };
}
