import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./public-address.ts";

describe("an address of the public internet", () => {
  it.each(["8.8.8.8", "162.159.128.233", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001:80b::200e"])(
    "is %s",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    ["this machine", ["127.0.0.1", "127.255.255.254", "::1", "0.0.0.0", "::"]],
    ["a private network", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12:3456::1"]],
    ["a link, or a cloud's metadata server", ["169.254.169.254", "169.254.0.1", "fe80::1", "fe80::1%eth0"]],
    ["carrier-grade NAT", ["100.64.0.1", "100.127.255.255"]],
    ["IPv4 in IPv6: mapped", ["::ffff:127.0.0.1", "::ffff:7f00:1", "::ffff:10.0.0.1", "::ffff:8.8.8.8"]],
    ["IPv4 in IPv6: compatible, translated", ["::127.0.0.1", "::ffff:0:127.0.0.1"]],
    ["IPv4 in IPv6: NAT64", ["64:ff9b::7f00:1", "64:ff9b::169.254.169.254", "64:ff9b:1::a00:1"]],
    ["IPv4 in IPv6: 6to4, Teredo", ["2002:7f00:1::", "2002:a9fe:a9fe::1", "2001:0:4136:e378::1"]],
    ["multicast, broadcast or reserved", ["224.0.0.1", "255.255.255.255", "240.0.0.1", "ff02::1", "fec0::1"]],
    ["documentation and benchmarks", ["192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "2001:db8::1"]],
    ["IPv6 outside the assigned range", ["4000::1", "100::1", "5f00::1"]],
    [
      "decimal, octal and hexadecimal forms",
      ["2130706433", "0x7f000001", "0177.0.0.1", "0x7f.1", "127.1", "010.8.8.8"],
    ],
    ["no address", ["", "localhost", "discord.com", "8.8.8.8 ", "8.8.8.8:80", "[::1]", "8.8.8"]],
  ])("is none of %s", (_, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });
});
