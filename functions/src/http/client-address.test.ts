import { describe, expect, it } from "vitest";
import { clientAddressOf } from "./client-address.ts";

const address = (forwardedFor: string): string => clientAddressOf(forwardedFor, "10.0.0.1", false).address;

describe("the address of a client", () => {
  it("is the last but one entry of X-Forwarded-For, which Hosting appended; the last entry is Hosting itself", () => {
    expect(clientAddressOf("198.51.100.7, 203.0.113.9", "10.0.0.1", false)).toEqual({
      address: "198.51.100.7",
      hop: "203.0.113.9",
    });
  });

  it("is never an entry that the client sent", () => {
    for (const forged of ["1.1.1.1, ", "1.1.1.1, 2.2.2.2, ", "127.0.0.1,,", ", , ", "'; drop, "])
      expect(clientAddressOf(`${forged}198.51.100.7,203.0.113.9`, undefined, false)).toEqual({
        address: "198.51.100.7",
        hop: "203.0.113.9",
      });
  });

  it("is the same as the hop when the client called the platform directly", () => {
    expect(clientAddressOf("198.51.100.7", "10.0.0.1", false)).toEqual({
      address: "198.51.100.7",
      hop: "198.51.100.7",
    });
    expect(clientAddressOf(undefined, "10.0.0.1", false)).toEqual({ address: "10.0.0.1", hop: "10.0.0.1" });
    expect(clientAddressOf(" , ", undefined, false)).toEqual({ address: "local", hop: "local" });
  });

  it("ignores the header in the emulator, which appends nothing to it", () => {
    expect(clientAddressOf("198.51.100.7, 203.0.113.9", undefined, true)).toEqual({ address: "local", hop: "local" });
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
  ])("%s is counted as %s", (sent, counted) => {
    expect(address(`${sent}, 203.0.113.9`)).toBe(counted);
  });
});
