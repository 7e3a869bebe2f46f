import { describe, expect, it } from "vitest";
import { originOf } from "./client-address.ts";

const address = (forwardedFor: string): string => originOf(forwardedFor, "10.0.0.1", false).address;

describe("where a request comes from", () => {
  it("is the entry before the last, which Hosting appended; the platform appended Hosting's", () => {
    expect(originOf("198.51.100.7, 203.0.113.9", "10.0.0.1", false)).toEqual({
      address: "198.51.100.7",
      hop: "203.0.113.9",
    });
  });

  it("is never what the client claims, however much that is", () => {
    for (const claim of ["1.1.1.1, ", "1.1.1.1, 2.2.2.2, ", "127.0.0.1,,", ", , ", "'; drop, "])
      expect(originOf(`${claim}198.51.100.7,203.0.113.9`, undefined, false)).toEqual({
        address: "198.51.100.7",
        hop: "203.0.113.9",
      });
  });

  it("is one and the same when there was nothing between the caller and the platform", () => {
    expect(originOf("198.51.100.7", "10.0.0.1", false)).toEqual({ address: "198.51.100.7", hop: "198.51.100.7" });
    expect(originOf(undefined, "10.0.0.1", false)).toEqual({ address: "10.0.0.1", hop: "10.0.0.1" });
    expect(originOf(" , ", undefined, false)).toEqual({ address: "local", hop: "local" });
  });

  it("does not count what the header says in the emulator, which appends nothing to it", () => {
    expect(originOf("198.51.100.7, 203.0.113.9", undefined, true)).toEqual({ address: "local", hop: "local" });
  });

  it.each([
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:ffff::", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::ffff:198.51.100.7", "198.51.100.7"],
    ["198.51.100.7", "198.51.100.7"],
    ["unknown", "unknown"],
  ])("%s is counted as %s", (one, counted) => {
    expect(address(`${one}, 203.0.113.9`)).toBe(counted);
  });
});
