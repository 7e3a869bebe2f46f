import { crc32, deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";

interface Indexed {
  width: number;
  height: number;
  /** Red, green and blue of each colour. */
  palette: number[];
  /** The colour of each pixel, in base64. */
  pixels: string;
}

/** The same picture with at most 256 colours, a third of its size. The page decodes it, so it must be a blank one. */
export async function withPalette(page: Page, png: Buffer): Promise<Buffer> {
  const { width, height, palette, pixels } = await page.evaluate(reduceColours, png.toString("base64"));
  const rows = Buffer.alloc((width + 1) * height);
  const indices = Buffer.from(pixels, "base64");
  // Each row begins with the number of its filter, which is 0: none.
  for (let y = 0; y < height; y += 1) indices.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, colours from the palette.
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette)),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** Runs in the page: decodes a PNG and gives each pixel the nearest of its most frequent colours. */
async function reduceColours(base64: string): Promise<Indexed> {
  const MAX_COLOURS = 256;
  const MIN_DISTANCE = 40;
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const { width, height } = image;
  const context = new OffscreenCanvas(width, height).getContext("2d")!;
  context.drawImage(image, 0, 0);
  const colours = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  const parts = (colour: number) => [colour & 255, (colour >> 8) & 255, (colour >> 16) & 255] as const;
  const distance = (a: number, b: number) => {
    const [one, other] = [parts(a), parts(b)];
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2;
  };

  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts.keys()].sort((a, b) => counts.get(b)! - counts.get(a)! || a - b);
  const chosen: number[] = [];
  for (const colour of byCount)
    if (chosen.length < MAX_COLOURS && chosen.every((other) => distance(colour, other) >= MIN_DISTANCE))
      chosen.push(colour);
  const nearest = new Map(
    byCount.map((colour) => {
      const distances = chosen.map((other) => distance(colour, other));
      return [colour, distances.indexOf(Math.min(...distances))];
    }),
  );
  let pixels = "";
  for (const colour of colours) pixels += String.fromCharCode(nearest.get(colour)!);
  return { width, height, palette: chosen.flatMap((colour) => parts(colour)), pixels: btoa(pixels) };
}
