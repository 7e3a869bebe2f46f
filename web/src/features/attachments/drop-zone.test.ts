import { expect, it } from "vitest";
import { namePastedFiles } from "./drop-zone.tsx";

it("gives each pasted image its own name, made from the time, and keeps the names of other files", () => {
  const files = [
    new File(["1"], "image.png", { type: "image/png" }),
    new File(["2"], "report.pdf", { type: "application/pdf" }),
    new File(["3"], "photo.jpg", { type: "image/jpeg" }),
  ];
  // Each name ends with .png. `prepareFile` later converts every image to JPEG and changes the ending.
  expect(namePastedFiles(files, 1_700_000_000_000).map(({ name, type }) => [name, type])).toEqual([
    ["pasted-image-1700000000000.png", "image/png"],
    ["report.pdf", "application/pdf"],
    ["pasted-image-1700000000002.png", "image/jpeg"],
  ]);
});
