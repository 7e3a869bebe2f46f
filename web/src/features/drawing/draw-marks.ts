import { LIMITS } from "@logbook/domain";
import { areaOf, type Mark, type Point } from "./marks.ts";
import { pixelate } from "./pixelate.ts";

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

// Red with a white edge can be seen on any picture.
const COLOUR = "#c8102e";
const EDGE = "#fff";

/** Draws a picture and what is marked on it, in the picture's own pixels. */
export function drawPicture(context: Context, picture: ImageBitmap, marks: readonly Mark[]): void {
  const size = { x: picture.width, y: picture.height };
  context.fillStyle = EDGE;
  context.fillRect(0, 0, size.x, size.y);
  context.drawImage(picture, 0, 0);
  for (const mark of marks) drawMark(context, mark, size);
}

function drawMark(context: Context, mark: Mark, size: Point): void {
  const lineWidth = Math.max(3, Math.max(size.x, size.y) / 200);
  context.lineJoin = "round";
  context.lineCap = "round";
  if (mark.tool === "blur") {
    const { x, y, width, height } = areaOf(mark, size);
    const pixels = context.getImageData(x, y, width, height);
    pixelate(pixels.data, width, height);
    context.putImageData(pixels, x, y);
    return;
  }
  if (mark.tool === "text") {
    const fontSize = Math.max(16, Math.max(size.x, size.y) / 32);
    context.font = `bold ${fontSize}px sans-serif`;
    context.textBaseline = "top";
    context.lineWidth = fontSize / 4;
    context.strokeStyle = EDGE;
    context.strokeText(mark.text, mark.from.x, mark.from.y);
    context.fillStyle = COLOUR;
    context.fillText(mark.text, mark.from.x, mark.from.y);
    return;
  }
  context.beginPath();
  if (mark.tool === "frame") {
    const { x, y, width, height } = areaOf(mark, size);
    context.rect(x, y, width, height);
  } else addArrow(context, mark, lineWidth * 5);
  for (const [width, colour] of [
    [lineWidth * 2, EDGE],
    [lineWidth, COLOUR],
  ] as const) {
    context.lineWidth = width;
    context.strokeStyle = colour;
    context.stroke();
  }
}

function addArrow(context: Context, { from, to }: Mark, headLength: number): void {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  for (const turn of [-0.5, 0.5]) {
    context.moveTo(to.x, to.y);
    context.lineTo(to.x - headLength * Math.cos(angle + turn), to.y - headLength * Math.sin(angle + turn));
  }
}

/** The picture with its marks as a JPEG, as large as the picture. */
export function toMarkedJpeg(picture: ImageBitmap, marks: readonly Mark[]): Promise<Blob> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  drawPicture(canvas.getContext("2d", { alpha: false, willReadFrequently: true })!, picture, marks);
  return canvas.convertToBlob({ type: "image/jpeg", quality: LIMITS.imageQuality });
}
