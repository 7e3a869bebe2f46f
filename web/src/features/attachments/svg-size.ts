import { LIMITS } from "@logbook/domain";

export interface Size {
  width: number;
  height: number;
}

// A number with or without a unit. A percentage gives no size: it depends on the page around the image.
const LENGTH = /^\s*[0-9.]+(e[0-9]+)?\s*(px|pt|pc|cm|mm|in|q|em|ex|rem)?\s*$/i;

const isLength = (text: string | null): boolean => text !== null && LENGTH.test(text) && Number.parseFloat(text) > 0;

const DEFAULT_SIZE: Size = { width: LIMITS.imageSide, height: (LIMITS.imageSide * 3) / 4 };

/**
 * The size to render an SVG at: `null` if the SVG has a `width` and `height` of its own, otherwise a size in pixels
 * with the proportions of its `viewBox` (4:3 without one), whose longer side is `LIMITS.imageSide`.
 */
export function svgSize(width: string | null, height: string | null, viewBox: string | null): Size | null {
  if (isLength(width) && isLength(height)) return null;
  const [, , boxWidth, boxHeight] = (viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  // Not valid: a missing number, 0, or `NaN` for a text that is no number.
  const isValid = (side: number | undefined): side is number => side !== undefined && side > 0;
  if (!isValid(boxWidth) || !isValid(boxHeight)) return DEFAULT_SIZE;
  const scale = LIMITS.imageSide / Math.max(boxWidth, boxHeight);
  return { width: Math.max(1, Math.round(boxWidth * scale)), height: Math.max(1, Math.round(boxHeight * scale)) };
}
