import ipaddr from "ipaddr.js";

/** Where a request comes from. Rate limits count requests by these addresses. */
export interface ClientAddress {
  /** The client's own address. The client may have forged it if the request did not come through Hosting. */
  address: string;
  /** The address that sent the request to the function: Hosting's, or the client's own. It cannot be forged. */
  hop: string;
}

/**
 * Finds the address of a client. Hosting appends the client's address to X-Forwarded-For, Cloud Run appends Hosting's;
 * the client may have sent all other entries. The emulator appends nothing, so there the header is ignored.
 */
export function clientAddressOf(
  forwardedFor: string | undefined,
  remoteAddress: string | undefined,
  { isEmulated }: { isEmulated: boolean },
): ClientAddress {
  const allEntries = isEmulated ? [] : (forwardedFor ?? "").split(",").map((entry) => entry.trim());
  const entries = allEntries.filter((entry) => entry !== "");
  // Node has no remote address if the connection has ended already.
  const hop = entries.at(-1) ?? remoteAddress ?? "local";
  return { address: networkOf(entries.at(-2) ?? hop), hop: networkOf(hop) };
}

/** An IPv4 address, or the first 64 bits of an IPv6 address: a provider gives all of these to one customer. */
function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const ipv6 = ipaddr.IPv6.parse(address);
  if (ipv6.isIPv4MappedAddress()) return ipv6.toIPv4Address().toString();
  const prefix = ipv6.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(":")}::/64`;
}
