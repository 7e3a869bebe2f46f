import { LIMITS } from "@logbook/domain";

export interface Size {
  width: number;
  height: number;
}

// A number with or without a unit. Not a percentage, which is relative to the page around the image.
const LENGTH = /^\s*[0-9.]+(e[0-9]+)?\s*(px|pt|pc|cm|mm|in|q|em|ex|rem)?\s*$/i;

const isLength = (text: string | null): boolean => text !== null && LENGTH.test(text) && Number.parseFloat(text) > 0;

const DEFAULT_SIZE: Size = { width: LIMITS.imageSide, height: (LIMITS.imageSide * 3) / 4 };

/**
 * `null` if an SVG has its own `width` and `height`, otherwise the size in pixels at which to render the SVG. Its
 * longer side is `LIMITS.imageSide`. Its proportions are those of the `viewBox`, or 4:3 if there is no valid `viewBox`.
 */
export function svgSize(width: string | null, height: string | null, viewBox: string | null): Size | null {
  if (isLength(width) && isLength(height)) return null;
  // A `viewBox` consists of x, y, width and height.
  const [, , boxWidth, boxHeight] = (viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const isPositive = (side: number | undefined): side is number => side !== undefined && side > 0;
  if (!isPositive(boxWidth) || !isPositive(boxHeight)) return DEFAULT_SIZE;
  const scale = LIMITS.imageSide / Math.max(boxWidth, boxHeight);
  return { width: Math.max(1, Math.round(boxWidth * scale)), height: Math.max(1, Math.round(boxHeight * scale)) };
}
