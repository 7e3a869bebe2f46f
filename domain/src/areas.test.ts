import { describe, expect, it } from "vitest";
import { areasSchema } from "./area-schemas.ts";
import { AREA_LIMITS, type Area, areaOfPage, fitsPattern } from "./areas.ts";
import { LIMITS } from "./limits.ts";

const area = (name: string, pattern = "/a", id = "abcd1234"): Area => ({ id, name, pattern });
/** The message with which areas are refused, or the areas as they are stored. */
function parse(...areas: unknown[]): string | Area[] {
  const { data, error } = areasSchema.safeParse({ areas, from: [] });
  return data?.areas ?? error!.issues[0]!.message;
}
const ids = (count: number) => Array.from({ length: count }, (_, index) => `area${String(index).padStart(4, "0")}`);

describe("a pattern", () => {
  it("fits the paths that it names: all of them, one part, or a beginning", () => {
    const fitting: Record<string, { fits: string[]; others: string[] }> = {
      "/gallery/*": {
        fits: ["/gallery", "/gallery/42", "/gallery/42/edit"],
        others: ["", "/gallery-old", "/a/gallery"],
      },
      "/gallery": { fits: ["/gallery"], others: ["/gallery/42", "/Gallery", "/gallerys"] },
      "/gallery/": { fits: ["/gallery"], others: ["/gallery/42"] },
      "/photo*": { fits: ["/photo", "/photos", "/photos/new/1"], others: ["/pho", "/a/photo"] },
      "/user/*/settings": {
        fits: ["/user/mia/settings"],
        others: ["/user/settings", "/user//settings", "/user/a/b/settings"],
      },
      "/user/*/*": { fits: ["/user/mia", "/user/mia/settings/mail"], others: ["/user", "/users/mia"] },
      "/*": { fits: ["", "/", "/anything/at/all"], others: [] },
      "/": { fits: [""], others: ["/a"] },
      "/fa\u0308hre/*": { fits: ["/f\u00e4hre/1"], others: ["/fahre"] },
    };
    for (const [pattern, { fits, others }] of Object.entries(fitting)) {
      for (const path of fits) expect([pattern, path, fitsPattern(pattern, path)]).toEqual([pattern, path, true]);
      for (const path of others) expect([pattern, path, fitsPattern(pattern, path)]).toEqual([pattern, path, false]);
    }
  });

  it("threat 48: takes no longer for a hostile path than for its length", () => {
    const pattern = `/${"*/".repeat(49)}b`;
    const path = "/a".repeat(LIMITS.urlLength / 2);
    const start = Date.now();
    for (let count = 0; count < 1_000; count += 1) fitsPattern(pattern, path);
    for (let count = 0; count < 1_000; count += 1) fitsPattern(`/${"a".repeat(98)}*`, `/${"a".repeat(1_999)}`);
    expect(Date.now() - start).toBeLessThan(2_000);
  });

  it("chooses the first area that fits a page, whatever its website is", () => {
    const areas = [area("New", "/gallery/new"), area("Gallery", "/gallery/*"), area("All of it", "/*")];
    const nameOf = (address: string) => areaOfPage(areas, address)?.name;
    expect(nameOf("https://example.org/gallery/new?x=1#y")).toBe("New");
    expect(nameOf("http://localhost:3000/gallery/7/")).toBe("Gallery");
    expect(nameOf("https://example.org")).toBe("All of it");
    expect(nameOf("https://example.org/f%C3%A4hre")).toBe("All of it");
    for (const text of ["", "the gallery", "ftp://example.org/gallery/", "/gallery/new"])
      expect(nameOf(text)).toBeUndefined();
    expect(areaOfPage([], "https://example.org/")).toBeUndefined();
  });
});

describe("the areas", () => {
  it("are stored as they were typed, without spaces around, and a pattern as people read it", () => {
    expect(parse(area(" Fotos ", " /f%C3%A4hre/* "))).toEqual([area("Fotos", "/fähre/*")]);
    const names = [
      "گالری عکس",
      "می‌روم",
      "גלריה",
      "ギャラリー",
      "Ünï & Co. (2)",
      "❤️ 👩‍🎨",
      "x".repeat(AREA_LIMITS.nameLength),
    ];
    for (const name of names) expect(parse(area(name))).toEqual([area(name)]);
    for (const pattern of ["/", "/*", "/a*", "/a/*", "/*/b", "/a/*/b/*", "/a b", `/${"a".repeat(99)}`])
      expect(parse(area("A", pattern))).toEqual([area("A", pattern)]);
  });

  it("have a name that people can read and tell from the others", () => {
    const refused: Record<string, string[]> = {
      "The name is required": ["", " \t ", "\u200b", "\u3164", "\u202e"],
      "The name may have at most 40": ["x".repeat(AREA_LIMITS.nameLength + 1)],
      "The name may hold no invisible": [
        "Gal\u200blery",
        "\u202eyrellaG",
        "Gallery\u2066",
        "Two\nlines",
        "a\tb",
        "\u00adA",
      ],
      "The name holds control": ["a\u0000b", "a\ud800"],
      "“All” and “None”": ["None", "ALL", "ｎｏｎｅ"],
    };
    for (const [message, names] of Object.entries(refused))
      for (const name of names) expect([name, parse(area(name))]).toEqual([name, expect.stringContaining(message)]);
    for (const name of ["gallery", "GALLERY", "Ｇallery", "Gal\u200clery"])
      expect(parse(area("Gallery"), area(name, "/b", "abcd1235"))).toContain("Another area is called");
    expect(parse(area("A"), area("B"))).toContain("id of its own");
  });

  it("have a pattern of a path", () => {
    const refused: Record<string, string[]> = {
      "must begin with a slash": ["", "gallery", "*", "https://example.org/gallery/*", "\u202e/a"],
      "leave out ?": ["/a?b=c", "/a#b", "/a\\b", "/a/*?x"],
      "* may stand at the end": ["/a*b", "/**", "/a/**", "/*a/*", "/a/b*/c", "/*.html"],
      "at most 100": [`/${"a".repeat(100)}`, `/${"a*".repeat(5_000)}`],
      "no invisible": ["/gal\u200blery", "/a\u202eb", "/a\nb"],
      "holds control": ["/a%00b", "/a\u0000"],
    };
    for (const [message, patterns] of Object.entries(refused))
      for (const pattern of patterns)
        expect([pattern, parse(area("A", pattern))]).toEqual([pattern, expect.stringContaining(message)]);
  });

  it("are at most 20, each with an id", () => {
    const areas = (count: number) => ids(count).map((id) => area(id, "/a", id));
    expect(parse(...areas(AREA_LIMITS.areas))).toHaveLength(20);
    expect(parse(...areas(AREA_LIMITS.areas + 1))).toContain("There can be at most 20 areas");
    for (const id of ["", "all", "none", "ABCD1234", "abcd12345", "abcd-234", "abcd1234\n"])
      expect(parse(area("A", "/a", id))).toBe("id must have 8 small letters and digits.");
  });
});
