import { expect, it } from "vitest";
import { svgSize } from "./jpeg.ts";

it("an SVG that specifies its own width and height gets no other size", () => {
  expect(svgSize("120", "40px", "0 0 1 1")).toBeNull();
  expect(svgSize("10cm", "2.5in", null)).toBeNull();
});

it("an SVG gets the proportions of its viewBox if its width or height is missing, a percentage or 0", () => {
  expect(svgSize(null, null, "0 0 24 12")).toEqual({ width: 1024, height: 512 });
  expect(svgSize("100%", "100%", "-10,-10, 300,  600")).toEqual({ width: 512, height: 1024 });
  expect(svgSize("0", "0", "0 0 24 12")).toEqual({ width: 1024, height: 512 });
  // Neither side is shorter than a pixel.
  expect(svgSize("120", null, "0 0 5000 1")).toEqual({ width: 1024, height: 1 });
});

it("an SVG gets the proportions 4:3 if it specifies neither a size nor a valid viewBox", () => {
  for (const viewBox of [null, "", "0 0 0 10", "0 0 x y", "1 2 3"])
    expect(svgSize(null, null, viewBox)).toEqual({ width: 1024, height: 768 });
});
