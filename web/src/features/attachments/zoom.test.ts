import { describe, expect, it } from "vitest";
import { FITTING, keepInView, panBy, zoomBy } from "./zoom.ts";

describe("a picture in the viewer", () => {
  it("is zoomed around a place, between 1 and 8 times, and fits again at 1", () => {
    const zoomed = zoomBy(FITTING, 2, { x: 100, y: -50 });
    expect(zoomed).toEqual({ scale: 2, x: -100, y: 50 });
    expect(zoomBy(zoomed, 2, { x: 100, y: -50 })).toEqual({ scale: 4, x: -300, y: 150 });
    expect(zoomBy(zoomed, 100).scale).toBe(8);
    expect(zoomBy(zoomed, 0.1)).toEqual(FITTING);
  });

  it("is not moved out of the window", () => {
    const moved = panBy({ scale: 2, x: 0, y: 0 }, { x: 1000, y: -30 });
    expect(keepInView(moved, 400, 300)).toEqual({ scale: 2, x: 200, y: -30 });
    expect(keepInView(panBy(FITTING, { x: 5, y: 5 }), 400, 300)).toEqual({ scale: 1, x: 0, y: 0 });
  });
});
