import { attachmentSchema } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { storedImageName, storedName } from "./stored-name.ts";

const isAccepted = (name: string) =>
  attachmentSchema.safeParse({ name, size: 1, type: "text/plain", url: "/api/attachments/u1/i1/f1" }).success;

describe("a stored name", () => {
  it("is the file's own name if the API accepts it", () => {
    expect(storedName("Bildschirmfoto 2025-01-01 um 10.00.pdf")).toBe("Bildschirmfoto 2025-01-01 um 10.00.pdf");
    expect(storedImageName("Screenshot.PNG")).toBe("Screenshot.jpg");
  });

  it("keeps its extension when it is shortened", () => {
    expect(storedName(`${"x".repeat(300)}.pdf`)).toBe(`${"x".repeat(196)}.pdf`);
    expect(storedName("x".repeat(300))).toBe("x".repeat(200));
  });

  it("loses characters that reverse or hide its extension", () => {
    expect(storedName("a\u202efdp.log")).toBe("afdp.log");
  });

  it.each([
    "\u0007",
    "",
    " .png",
    "\u200b",
    "a\nb.log",
    "x".repeat(500),
    `${"x".repeat(195)}😀😀😀.pdf`,
    `${"x".repeat(194)}😀😀😀.pdf`,
    `a.${"x".repeat(300)}`,
    "\ud83d.json",
    `${" ".repeat(300)}a.txt`,
    `${"x ".repeat(98)}   .txt`,
  ])("is always accepted by the API: %j", (name) => {
    expect(isAccepted(storedName(name))).toBe(true);
    expect(isAccepted(storedImageName(name))).toBe(true);
  });
});
