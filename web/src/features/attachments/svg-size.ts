import { LIMITS } from "@logbook/domain";

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

// A number with an absolute unit or none; a percentage says nothing without a page around it.
const LENGTH = /^\s*[0-9.]+(e[0-9]+)?\s*(px|pt|pc|cm|mm|in|q|em|ex|rem)?\s*$/i;

const WITHOUT_ANY: Size = { width: LIMITS.imageSide, height: (LIMITS.imageSide * 3) / 4 };

/**
 * The size to draw an SVG at, or `null` where its own `width` and `height` say it.
 * Without them the proportions of its `viewBox` at the largest stored size; without that too, a 4:3 sheet.
 */
export function svgSize(width: string | null, height: string | null, viewBox: string | null): Size | null {
  if (LENGTH.test(width ?? "") && LENGTH.test(height ?? "")) return null;
  const [, , w, h] = (viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (w === undefined || h === undefined || !(w > 0) || !(h > 0)) return WITHOUT_ANY;
  const scale = LIMITS.imageSide / Math.max(w, h);
  return { width: Math.max(1, Math.round(w * scale)), height: Math.max(1, Math.round(h * scale)) };
}
