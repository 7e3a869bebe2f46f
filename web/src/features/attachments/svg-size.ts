import { LIMITS } from "@logbook/domain";

export interface Size {
  width: number;
  height: number;
}

// A number with a unit or none; a percentage needs a page around the image.
const LENGTH = /^\s*[0-9.]+(e[0-9]+)?\s*(px|pt|pc|cm|mm|in|q|em|ex|rem)?\s*$/i;

const DEFAULT_SIZE: Size = { width: LIMITS.imageSide, height: (LIMITS.imageSide * 3) / 4 };

/**
 * The size to render an SVG at: `null` if the SVG has a `width` and `height` of its own, otherwise a size in pixels
 * with the proportions of its `viewBox` (4:3 without one), whose longer side is `LIMITS.imageSide`.
 */
export function svgSize(width: string | null, height: string | null, viewBox: string | null): Size | null {
  if (LENGTH.test(width ?? "") && LENGTH.test(height ?? "")) return null;
  const [, , w, h] = (viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (w === undefined || h === undefined || !(w > 0) || !(h > 0)) return DEFAULT_SIZE;
  const scale = LIMITS.imageSide / Math.max(w, h);
  return { width: Math.max(1, Math.round(w * scale)), height: Math.max(1, Math.round(h * scale)) };
}
