const MIN_CHUNK_BYTES = 64 * 1024;

/** Joins small chunks into larger ones, so that fewer are sent. The whole body is never in memory. */
export async function* joinChunks(chunks: Iterable<Buffer>): AsyncGenerator<Buffer> {
  let pendingChunks: Buffer[] = [];
  let pendingBytes = 0;
  for (const chunk of chunks) {
    pendingChunks.push(chunk);
    pendingBytes += chunk.length;
    if (pendingBytes < MIN_CHUNK_BYTES) continue;
    yield Buffer.concat(pendingChunks);
    pendingChunks = [];
    pendingBytes = 0;
  }
  yield Buffer.concat(pendingChunks);
}
