/** Takes counted bytes from the front of a stream. */
export interface PieceReader {
  /** The next so many bytes, in a buffer of their own. Rejects when there are fewer. */
  bytes(count: number): Promise<Buffer>;
  /** Whether all has been taken. */
  ended(): Promise<boolean>;
}

/** Reads from these chunks, as they come. */
export function pieceReader(chunks: AsyncIterable<Buffer>): PieceReader {
  const source = chunks[Symbol.asyncIterator]();
  let chunk: Buffer = Buffer.alloc(0);
  let at = 0;

  /** Whether there is something at `at`, after asking for the next chunk where needed. */
  async function more(): Promise<boolean> {
    while (at === chunk.length) {
      const next = await source.next();
      if (next.done) return false;
      chunk = next.value;
      at = 0;
    }
    return true;
  }

  return {
    async bytes(count) {
      const taken = Buffer.allocUnsafeSlow(count);
      for (let filled = 0; filled < count; ) {
        if (!(await more())) throw new Error("The snapshot is incomplete.");
        const copied = chunk.copy(taken, filled, at);
        at += copied;
        filled += copied;
      }
      return taken;
    },

    ended: async () => !(await more()),
  };
}
