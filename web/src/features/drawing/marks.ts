export const TOOL_LABELS = { arrow: "Arrow", frame: "Frame", text: "Text", blur: "Blur" } as const;
export type Tool = keyof typeof TOOL_LABELS;

/** The size of a picture, or a place in it, in its own pixels. */
export interface Point {
  x: number;
  y: number;
}

/**
 * Something drawn on a picture. An arrow points from `from` to `to`; a frame and a blur have these corners; a text
 * begins at `from`.
 */
export interface Mark {
  tool: Tool;
  from: Point;
  to: Point;
  text: string;
}

/** A mark in the middle of a picture of this size, for the keyboard. */
export function middleMark(tool: Tool, size: Point, text: string): Mark {
  const middle = { x: size.x / 2, y: size.y / 2 };
  const half = { x: size.x / 6, y: size.y / 8 };
  const from = { x: middle.x - half.x, y: middle.y - half.y };
  return { tool, from, to: { x: middle.x + half.x, y: middle.y + half.y }, text };
}

/** Moves a mark, or with `isResize` only its end. It stays in the picture. */
export function moveMark(mark: Mark, by: Point, size: Point, isResize: boolean): Mark {
  const move = ({ x, y }: Point): Point => ({ x: clamp(x + by.x, size.x), y: clamp(y + by.y, size.y) });
  return { ...mark, from: isResize ? mark.from : move(mark.from), to: move(mark.to) };
}

const clamp = (value: number, max: number): number => Math.min(max, Math.max(0, value));

/** Whether a mark drawn by pointer is large enough to be meant. */
export const isMeant = ({ from, to }: Mark): boolean => Math.hypot(to.x - from.x, to.y - from.y) >= 6;

/** The whole pixels between the corners of a mark that are inside a picture of this size. */
export function areaOf({ from, to }: Mark, size: Point): { x: number; y: number; width: number; height: number } {
  const left = Math.floor(clamp(Math.min(from.x, to.x), size.x - 1));
  const top = Math.floor(clamp(Math.min(from.y, to.y), size.y - 1));
  const right = Math.ceil(clamp(Math.max(from.x, to.x), size.x));
  const bottom = Math.ceil(clamp(Math.max(from.y, to.y), size.y));
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}
