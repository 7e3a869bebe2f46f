import { Timestamp } from "@google-cloud/firestore";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatVersion, parseVersion, UNKNOWN_VERSION, versionOfTimestamp } from "./version.ts";

const anyVersion = fc.integer({ min: 1, max: Date.UTC(2200, 0, 1) * 1000 });

describe("a document's version", () => {
  it("is unchanged after it is formatted as an update time and parsed", () => {
    fc.assert(
      fc.property(anyVersion, (version) => {
        expect(parseVersion(formatVersion(version))).toBe(version);
      }),
    );
  });

  it("is the same from REST and from the Admin SDK", () => {
    const wholeSeconds = Timestamp.fromMillis(Date.UTC(2026, 10, 22, 4, 31, 28));
    const withMicroseconds = new Timestamp(wholeSeconds.seconds, 123_456_000);
    expect(versionOfTimestamp(withMicroseconds)).toBe(parseVersion("2026-11-22T04:31:28.123456Z"));
    expect(versionOfTimestamp(wholeSeconds)).toBe(parseVersion("2026-11-22T04:31:28Z"));
    expect(parseVersion("2026-11-22T04:31:28.5Z")).toBe(parseVersion("2026-11-22T04:31:28.500000000Z"));
  });

  it.each([undefined, "", "2026-11-22", "2026-11-22T04:31:28.123456789Z", "2026-11-22T04:31:28+01:00"])(
    "is unknown for the update time %s",
    (updateTime) => {
      expect(parseVersion(updateTime)).toBe(UNKNOWN_VERSION);
    },
  );

  it("is unknown for a time finer than microseconds", () => {
    expect(versionOfTimestamp({ seconds: 1_700_000_000, nanoseconds: 1 })).toBe(UNKNOWN_VERSION);
  });
});
