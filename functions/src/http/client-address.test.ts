import { describe, expect, it } from "vitest";
import { clientAddressOf } from "./client-address.ts";

const DEPLOYED = { isEmulated: false };
const EMULATED = { isEmulated: true };
const SOCKET_ADDRESS = "10.0.0.1";

describe("the address of a client", () => {
  it("is the second-to-last entry of X-Forwarded-For, because the last entry is Hosting's address", () => {
    expect(clientAddressOf("198.51.100.7, 203.0.113.9", SOCKET_ADDRESS, DEPLOYED)).toEqual({
      address: "198.51.100.7",
      hop: "203.0.113.9",
    });
  });

  it("is never an entry that the client sent", () => {
    for (const forgedEntries of ["1.1.1.1, ", "1.1.1.1, 2.2.2.2, ", "127.0.0.1,,", ", , ", "'; drop, "])
      expect(clientAddressOf(`${forgedEntries}198.51.100.7,203.0.113.9`, undefined, DEPLOYED)).toEqual({
        address: "198.51.100.7",
        hop: "203.0.113.9",
      });
  });

  it("is the only entry, else the socket's address, else 'local', if the request does not come through Hosting", () => {
    expect(clientAddressOf("198.51.100.7", SOCKET_ADDRESS, DEPLOYED)).toEqual({
      address: "198.51.100.7",
      hop: "198.51.100.7",
    });
    expect(clientAddressOf(undefined, SOCKET_ADDRESS, DEPLOYED)).toEqual({
      address: SOCKET_ADDRESS,
      hop: SOCKET_ADDRESS,
    });
    expect(clientAddressOf(" , ", undefined, DEPLOYED)).toEqual({ address: "local", hop: "local" });
  });

  it("is not taken from X-Forwarded-For in the emulator, which appends nothing to it", () => {
    expect(clientAddressOf("198.51.100.7, 203.0.113.9", undefined, EMULATED)).toEqual({
      address: "local",
      hop: "local",
    });
  });

  it.each([
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::ffff:198.51.100.7", "198.51.100.7"],
    ["::ffff:c633:6407", "198.51.100.7"],
    ["64:ff9b::198.51.100.7", "64:ff9b:0:0::/64"],
    ["198.51.100.7", "198.51.100.7"],
    ["unknown", "unknown"],
  ])("%s is counted by rate limits as %s", (clientAddress, countedAddress) => {
    expect(clientAddressOf(`${clientAddress}, 203.0.113.9`, SOCKET_ADDRESS, DEPLOYED).address).toBe(countedAddress);
  });
});
