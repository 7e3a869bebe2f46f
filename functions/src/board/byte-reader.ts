/** Reads a stream in pieces of given lengths. */
export interface ByteReader {
  /** The next `count` bytes, in a buffer of their own. Rejects if there are fewer. */
  read(count: number): Promise<Buffer>;
  isAtEnd(): Promise<boolean>;
}

/** Creates a reader of these chunks. */
export function createByteReader(chunks: AsyncIterable<Buffer>): ByteReader {
  const source = chunks[Symbol.asyncIterator]();
  let chunk: Buffer = Buffer.alloc(0);
  let position = 0;

  /** Fetches the next chunk if all bytes of the current chunk were read; `false` at the end of the stream. */
  async function ensureChunk(): Promise<boolean> {
    while (position === chunk.length) {
      const next = await source.next();
      if (next.done) return false;
      chunk = next.value;
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
