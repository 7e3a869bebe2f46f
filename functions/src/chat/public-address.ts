import ipaddr from "ipaddr.js";

// All IPv6 addresses that are assigned for the public internet.
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address belongs to the public internet: not this machine, a private network, a link, a cloud's metadata
 * server or a range with a special meaning. An IPv6 address that stands for an IPv4 address never does.
 */
export function isPublicAddress(text: string): boolean {
  // The IPv4 parser also accepts octal and hexadecimal numbers, which programs read differently.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text).range() === "unicast";
  if (!ipaddr.IPv6.isValid(text)) return false;
  const address = ipaddr.IPv6.parse(text);
  return address.range() === "unicast" && address.match(PUBLIC_IPV6);
}
