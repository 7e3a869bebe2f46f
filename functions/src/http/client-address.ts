import ipaddr from "ipaddr.js";

/** Where a request comes from, for counting attempts. */
export interface ClientAddress {
  /** The client's own address if the request came through Hosting; otherwise the client may have forged it. */
  address: string;
  /**
   * The peer that sent the request to the platform: Hosting, for all its visitors, or the client itself. Never forged.
   */
  hop: string;
}

/**
 * The address of a client. Hosting and then the platform each append their peer to X-Forwarded-For: the last entry is
 * `hop`, the one before it `address`. Entries further left come from the client. The emulator appends nothing, so the
 * header is ignored there.
 */
export function clientAddressOf(
  forwardedFor: string | undefined,
  remoteAddress: string | undefined,
  isEmulated: boolean,
): ClientAddress {
  const entries = isEmulated ? [] : (forwardedFor ?? "").split(",").map((entry) => entry.trim());
  const hops = entries.filter((entry) => entry !== "");
  const hop = hops.at(-1) ?? remoteAddress ?? "local";
  return { address: networkOf(hops.at(-2) ?? hop), hop: networkOf(hop) };
}

/**
 * The network whose attempts are counted: an IPv4 address, or the first 64 bits of an IPv6 address, because a provider
 * gives all addresses with the same 64 bits to one customer.
 */
function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const ipv6 = ipaddr.IPv6.parse(address);
  if (ipv6.isIPv4MappedAddress()) return ipv6.toIPv4Address().toString();
  const prefix = ipv6.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(":")}::/64`;
}
