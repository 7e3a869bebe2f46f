import { describe, expect, it } from "vitest";
import {
  BROWSERS,
  parseSighting,
  type Sighting,
  SYSTEMS,
  sightingText,
  tallySightings,
  tallyText,
  wholeTallyText,
} from "./sighting.ts";

const safari: Sighting = { browser: "Safari", system: "iOS" };
const chrome: Sighting = { browser: "Chrome", system: "Windows" };

describe("a tally of sightings", () => {
  it("of fewer than three members is only their number", () => {
    expect(tallySightings([])).toEqual({ members: 0 });
    expect(tallySightings([safari, chrome])).toEqual({ members: 2 });
    expect(tallyText(tallySightings([safari]))).toBe("1 member");
    expect(tallyText(tallySightings([safari, chrome]))).toBe("2 members");
  });

  it("of three and more counts browsers and systems, the most frequent first", () => {
    const tally = tallySightings([chrome, ...Array<Sighting>(6).fill(safari)]);
    expect(tally).toEqual({ members: 7, browsers: { Safari: 6, Chrome: 1 }, systems: { iOS: 6, Windows: 1 } });
    expect(JSON.stringify(tally)).toContain('{"Safari":6,"Chrome":1}');
    expect(tallyText(tally)).toBe("7 members: Safari 6, Chrome 1");
    expect(wholeTallyText(tally)).toBe("7 members: Safari 6, Chrome 1; iOS 6, Windows 1");
  });

  it("of more than two browsers has the others in one number, unless it is wanted whole", () => {
    const edge: Sighting = { browser: "Edge", system: "Windows" };
    const firefox: Sighting = { browser: "Firefox", system: "Linux" };
    const tally = tallySightings([firefox, edge, safari, chrome, safari, chrome]);
    expect(tallyText(tally)).toBe("6 members: Chrome 2, Safari 2, others 2");
    expect(wholeTallyText(tally)).toBe("6 members: Chrome 2, Safari 2, Edge 1, Firefox 1; Windows 3, iOS 2, Linux 1");
  });
});

it("a sighting is stored in words, from which each browser and system is read back", () => {
  expect(sightingText(safari)).toBe("Safari on iOS");
  for (const browser of BROWSERS)
    for (const system of SYSTEMS) expect(parseSighting(sightingText({ browser, system }))).toEqual({ browser, system });
});

it.each(["", "Netscape on BeOS", "__proto__ on constructor"])("the stored words '%s' count as others", (text) => {
  expect(parseSighting(text)).toEqual({ browser: "Another browser", system: "another system" });
});
