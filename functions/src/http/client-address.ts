import { isIPv4, isIPv6 } from "node:net";

/** Where a request comes from, as far as attempts are counted by it. */
export interface Origin {
  /** The caller's own address, when the request came through Hosting; else it may be forged. */
  address: string;
  /** Who handed the request to the platform: the caller themselves, or Hosting for all its visitors. Never forged. */
  hop: string;
}

/**
 * The origin of a request. The platform appends to X-Forwarded-For whom it had the request from, and so does Hosting
 * before it: the last entry is `hop`, the one before it `address`. What stands further left is the client's claim. The
 * emulator appends nothing, so there nothing of the header counts.
 */
export function originOf(forwardedFor: string | undefined, remote: string | undefined, emulated: boolean): Origin {
  const hops = emulated ? [] : (forwardedFor ?? "").split(",").flatMap((entry) => entry.trim() || []);
  const hop = hops.at(-1) ?? remote ?? "local";
  return { address: network(hops.at(-2) ?? hop), hop: network(hop) };
}

/** An address as it is counted: IPv6 by its first 64 bits, since a single line is given that many. */
function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(address)) return address;
  const [before = "", after] = address.toLowerCase().replace(/%.*$/, "").split("::");
  const groups = before === "" ? [] : before.split(":");
  if (after !== undefined) {
    const rest = after === "" ? [] : after.split(":");
    groups.push(...Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => "0"), ...rest);
  }
  const first = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ""));
  return `${first.join(":")}::/64`;
}
