/** No block is smaller, in pixels of the picture: a block covers more than a letter of ordinary text. */
const MIN_BLOCK = 24;
const MAX_BLOCKS = 8;
/** Colours are rounded to multiples of this, so that an average tells little about the letters below. */
const COLOUR_STEP = 32;

/**
 * Replaces the pixels of an area by at most 8 × 8 blocks, each in the rounded average colour of its pixels, so that
 * nobody can calculate the pixels back. `data` has four bytes for each pixel and is changed in place.
 */
export function pixelate(data: Uint8ClampedArray, width: number, height: number): void {
  const columns = blockCount(width);
  const rows = blockCount(height);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const left = Math.floor((column * width) / columns);
      const right = Math.floor(((column + 1) * width) / columns);
      const top = Math.floor((row * height) / rows);
      const bottom = Math.floor(((row + 1) * height) / rows);
      for (let channel = 0; channel < 3; channel += 1) {
        let sum = 0;
        for (let y = top; y < bottom; y += 1)
          for (let x = left; x < right; x += 1) sum += data[4 * (y * width + x) + channel]!;
        const average = sum / ((right - left) * (bottom - top));
        const colour = Math.round(average / COLOUR_STEP) * COLOUR_STEP;
        for (let y = top; y < bottom; y += 1)
          for (let x = left; x < right; x += 1) data[4 * (y * width + x) + channel] = colour;
      }
    }
}

const blockCount = (side: number): number => Math.min(MAX_BLOCKS, Math.max(1, Math.floor(side / MIN_BLOCK)));
