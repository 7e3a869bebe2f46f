/** How often each byte comes, as a share of all. */
export type ByteShares = Float64Array;

const SAMPLE = 64 * 1024;

/** The shares of bytes in these texts, from a sample spread over them. */
export function byteShares(texts: Uint8Array): ByteShares {
  const shares = new Float64Array(256);
  const step = Math.max(1, Math.floor(texts.length / SAMPLE));
  for (let at = 0; at < texts.length; at += step) shares[texts[at]!]! += step / texts.length;
  return shares;
}

/** Where the two rarest of these bytes stand, which are best looked for; the same place twice where there is but one. */
export function rarestOf(wanted: Uint8Array, shares: ByteShares): readonly [number, number] {
  const [first = 0, second = first] = [...wanted.keys()].sort((a, b) => shares[wanted[a]!]! - shares[wanted[b]!]!);
  return [first, second];
}
