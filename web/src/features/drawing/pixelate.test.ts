import { describe, expect, it } from "vitest";
import { pixelate } from "./pixelate.ts";

/** An area with random grey pixels, by a fixed sequence. */
function noise(width: number, height: number): Uint8ClampedArray {
  const data = new Uint8ClampedArray(4 * width * height);
  let state = 1;
  for (let index = 0; index < data.length; index += 1) {
    state = (state * 48_271) % 2_147_483_647;
    data[index] = index % 4 === 3 ? 255 : state % 256;
  }
  return data;
}

const coloursOf = (data: Uint8ClampedArray): Set<number> => new Set(new Uint32Array(data.buffer));

describe("blurred pixels", () => {
  it.each([
    [1, 1, 1],
    [40, 20, 1],
    [200, 47, 8],
    [1000, 700, 64],
  ])("of %d × %d have at most %d colours, each rounded", (width, height, blocks) => {
    const data = noise(width, height);
    pixelate(data, width, height);
    expect(coloursOf(data).size).toBeLessThanOrEqual(blocks);
    expect(data.every((value) => value % 32 === 0 || value === 255)).toBe(true);
  });

  it("are the same for two texts of about the same darkness", () => {
    const draw = (letter: (x: number, y: number) => boolean) => {
      const data = new Uint8ClampedArray(4 * 160 * 24).fill(255);
      for (let y = 0; y < 24; y += 1)
        for (let x = 0; x < 160; x += 1) if (letter(x % 8, y)) data.fill(0, 4 * (y * 160 + x), 4 * (y * 160 + x) + 3);
      pixelate(data, 160, 24);
      return [...data];
    };
    expect(draw((x) => x === 2)).toEqual(draw((x) => x === 5));
    expect(draw((x, y) => x === 2 && y > 3)).toEqual(draw((_, y) => y === 4 || y === 18 || y === 20));
  });
});
