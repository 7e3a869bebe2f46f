import { attachmentSchema, LIMITS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { reviewedFile, storedImageName, storedName, uniqueName } from "./prepare-file.ts";

const isAcceptedByApi = (name: string) =>
  attachmentSchema.safeParse({ name, size: 1, type: "text/plain", url: "/api/attachments/u1/i1/f1" }).success;

describe("a stored name", () => {
  it("gets a number before its extension if it is another file's name, and stays within 200 characters", () => {
    expect(uniqueName("a.jpg", ["b.jpg"])).toBe("a.jpg");
    expect(uniqueName("a.jpg", ["A.JPG", "a (2).jpg"])).toBe("a (3).jpg");
    expect(uniqueName("login v2.1 (final).jpg", ["login v2.1 (final).jpg"])).toBe("login v2.1 (final) (2).jpg");
    expect(uniqueName(".txt", [".txt"])).toBe(".txt (2)");
    const longName = `${"x".repeat(196)}.jpg`;
    expect(uniqueName(longName, [longName])).toBe(`${"x".repeat(192)} (2).jpg`);
  });

  it("is the file's own name if the API accepts it, but with .jpg for an image", () => {
    expect(storedName("Bildschirmfoto 2025-01-01 um 10.00.pdf")).toBe("Bildschirmfoto 2025-01-01 um 10.00.pdf");
    expect(storedImageName("Screenshot.PNG")).toBe("Screenshot.jpg");
    expect(storedImageName("login v2.1 (final)")).toBe("login v2.1 (final).jpg");
  });

  it("is cut to 200 characters and keeps its extension", () => {
    expect(storedName(`${"x".repeat(300)}.pdf`)).toBe(`${"x".repeat(196)}.pdf`);
    expect(storedName("x".repeat(300))).toBe("x".repeat(200));
  });

  it("has no characters that would reverse or hide its extension", () => {
    expect(storedName("a\u202efdp.log")).toBe("afdp.log");
  });

  it.each([
    // A control character, blank and invisible names, a line break, and names that are too long.
    "\u0007",
    "",
    " .png",
    "\u200b",
    "a\nb.log",
    "x".repeat(500),
    // An emoji has two UTF-16 units. In one of these two names, the limit of 200 is in the middle of an emoji.
    `${"x".repeat(195)}😀😀😀.pdf`,
    `${"x".repeat(194)}😀😀😀.pdf`,
    // An extension that is too long to be kept.
    `a.${"x".repeat(300)}`,
    // Half of a surrogate pair.
    "\ud83d.json",
    // Blanks at the beginning, and blanks where the name is cut.
    `${" ".repeat(300)}a.txt`,
    `${"x ".repeat(98)}   .txt`,
  ])("is accepted by the API, whatever the name of the file was: %j", (name) => {
    expect(isAcceptedByApi(storedName(name))).toBe(true);
    expect(isAcceptedByApi(storedImageName(name))).toBe(true);
  });
});

describe("a text file that was looked through", () => {
  const review = { original: new Blob(["x"]), plainName: "app.log", foundCount: 3, leftIn: [1] };

  it("has the number of its strikes in its name", () => {
    const content = new Blob(["y"]);
    expect(reviewedFile(review, content)).toMatchObject({ name: "app (2 struck out).log", content });
    expect(reviewedFile({ ...review, leftIn: "all" }, content).name).toBe("app.log");
    const plainName = `${"x".repeat(196)}.log`;
    expect(isAcceptedByApi(reviewedFile({ ...review, plainName }, content).name!)).toBe(true);
  });

  it("cannot be sent if its strikes make it too large, and says so", () => {
    const tooLarge = new Blob([new Uint8Array(LIMITS.attachmentBytes + 1)]);
    expect(reviewedFile(review, tooLarge)).toMatchObject({
      content: null,
      review,
      state: { kind: "failed", reason: expect.stringContaining("larger than 5 MB") },
    });
  });
});
