import { sightingText } from "@logbook/domain";
import { expect, it, vi } from "vitest";

vi.stubGlobal("navigator", { userAgent: "", maxTouchPoints: 0 });
const { sightingOf } = await import("./own-sighting.ts");

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)";
const WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)";
const ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko)";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";

it.each([
  [`${MAC} Version/18.5 Safari/605.1.15`, 0, "Safari on macOS"],
  [`${MAC} Version/18.5 Safari/605.1.15`, 5, "Safari on iOS"],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 5, "Safari on iOS"],
  [`${IPHONE} CriOS/141.0.0.0 Mobile/15E148 Safari/604.1`, 5, "Chrome on iOS"],
  [`${IPHONE} FxiOS/144.0 Mobile/15E148 Safari/604.1`, 5, "Firefox on iOS"],
  [`${WINDOWS} Chrome/141.0.0.0 Safari/537.36`, 0, "Chrome on Windows"],
  [`${WINDOWS} Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`, 0, "Edge on Windows"],
  [`${WINDOWS} Chrome/141.0.0.0 Safari/537.36 OPR/120.0.0.0`, 10, "Opera on Windows"],
  [`${ANDROID} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 5, "Samsung Internet on Android"],
  [`${ANDROID} Version/4.0 Chrome/141.0.0.0 Mobile Safari/537.36`, 5, "Chrome on Android"],
  [
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36",
    0,
    "Chrome on ChromeOS",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", 0, "Firefox on Linux"],
  ["Lynx/2.9.2 libwww-FM/2.14", 0, "Another browser on another system"],
  ["", 0, "Another browser on another system"],
])("'%s' with %i touch points is %s", (userAgent, maxTouchPoints, expected) => {
  expect(sightingText(sightingOf({ userAgent, maxTouchPoints }))).toBe(expected);
});

it("a browser's own list of brands counts, and its platform", () => {
  const brands = ["Not;A=Brand", "Chromium", "Microsoft Edge"].map((brand) => ({ brand }));
  const facts = { userAgent: `${WINDOWS} Chrome/141.0.0.0 Safari/537.36`, maxTouchPoints: 0 };
  expect(sightingText(sightingOf({ ...facts, userAgentData: { brands, platform: "macOS" } }))).toBe("Edge on macOS");
  expect(sightingText(sightingOf({ ...facts, userAgentData: { brands: [], platform: "Chrome OS" } }))).toBe(
    "Chrome on ChromeOS",
  );
});
