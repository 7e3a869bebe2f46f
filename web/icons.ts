import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { encode } from "fast-png";
import type { Plugin } from "vite";
import { BITMAP_ICON_NAMES, type IconName, VECTOR_ICON_NAMES } from "./src/shared/ui/icon-names.ts";

/** Replaces the stylesheet's comment `icons` by CSS rules with the shapes of the page's Lucide icons. */
export function icons(): Plugin {
  return {
    name: "logbook-icons",
    // Before Tailwind's plugin, which compiles the stylesheet.
    enforce: "pre",
    transform: {
      // The development server adds a query.
      filter: { id: /\/styles\.css(\?|$)/ },
      handler: async (code) => code.replace("/* icons */", await createIconRules()),
    },
  };
}

// Width and height of a shape, in SVG units.
const SHAPE_SIZE = 24;
// SVG units between two shapes. Without a gap, rounding in a zoomed page would show the edge of the neighbouring shape.
const GAP = 8;
// Sharp at 16 CSS px on a screen with three device pixels for each CSS pixel.
const PIXELS_PER_UNIT = 2;
// Opacity varies only at the edges of lines. The bitmap is scaled down, so more levels make no visible difference.
const OPACITY_LEVELS = 8;

/**
 * Creates the CSS rules for all icons. The dashboard's icons are one bitmap, one icon below the other. As vectors they
 * would delay the first paint by 100 ms on a slow machine, because the browser parses each vector as a document and
 * renders it at each use. Each other icon is a vector of its own, which costs nothing until the page shows the icon.
 */
async function createIconRules(): Promise<string> {
  const lastIndex = BITMAP_ICON_NAMES.length - 1;
  const height = lastIndex * (SHAPE_SIZE + GAP) + SHAPE_SIZE;
  const shapes = await Promise.all(
    BITMAP_ICON_NAMES.map(
      async (name, index) => `<g transform='translate(0 ${index * (SHAPE_SIZE + GAP)})'>${await loadShape(name)}</g>`,
    ),
  );
  const bitmap = Buffer.from(await toPng(createSvg(height, shapes.join("")))).toString("base64");
  // The vertical position of an icon in the bitmap: 0 % shows the first icon, 100 % the last one.
  const positions = BITMAP_ICON_NAMES.map((name, index) => `.icon-${name} { --icon: ${(index / lastIndex) * 100}%; }`);
  const vectors = await Promise.all(
    VECTOR_ICON_NAMES.map(async (name) => {
      const vector = createSvg(SHAPE_SIZE, await loadShape(name)).replace(/[<>#%]/g, encodeURIComponent);
      const icon = `.icon-${name}`;
      const selectors = `${icon}.icon, ${icon}.icon-before::before, ${icon}.icon-after::after`;
      return `${selectors} { mask: url("data:image/svg+xml,${vector}") 0 0 / 100% 100% no-repeat; }`;
    }),
  );
  const mask = `url("data:image/png;base64,${bitmap}") 0 0 / 100% ${(height / SHAPE_SIZE) * 100}% no-repeat`;
  // With `var(--icon)` inside `mask`, the browser would parse the whole bitmap again for each icon.
  const rule = `.icon, .icon-before::before, .icon-after::after { mask: ${mask}; mask-position: 0 var(--icon); }`;
  return [rule, ...positions, ...vectors].join("\n");
}

/** Loads the SVG elements of a Lucide icon. Their `key` is for React only. */
async function loadShape(name: IconName): Promise<string> {
  const { __iconData } = (await import(`lucide-react/icons/${name}`)) as {
    __iconData: { node: [tag: string, attributes: Record<string, string>][] };
  };
  return __iconData.node
    .map(([tag, { key: _, ...attributes }]) => {
      const attributeTexts = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}='${value}'`);
      return `<${tag}${attributeTexts.join("")}/>`;
    })
    .join("");
}

function createSvg(height: number, shapes: string): string {
  return (
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${SHAPE_SIZE} ${height}' fill='none' stroke='black' ` +
    `stroke-width='2' stroke-linecap='round' stroke-linejoin='round'>${shapes}</svg>`
  );
}

// The package refuses a second initialization, such as that of a development server that loads this file again. If the
// first one has failed, `Resvg` throws.
const wasmLoading = initWasm(readFile(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm"))).catch(
  () => {},
);

/** Renders an SVG image as a black PNG with the image's opacity. The PNG has four bits for each pixel. */
async function toPng(svg: string): Promise<Uint8Array> {
  await wasmLoading;
  const { width, height, pixels } = new Resvg(svg, { fitTo: { mode: "zoom", value: PIXELS_PER_UNIT } }).render();
  // In `pixels`, four bytes are one pixel: red, green, blue, opacity. In `data`, one byte is two pixels.
  // If the width is odd, the second pixel of a row's last byte lies outside the image.
  const opacityAt = (x: number, y: number): number => (x < width ? pixels[4 * (y * width + x) + 3]! : 0);
  const levelAt = (x: number, y: number): number => Math.round((opacityAt(x, y) / 255) * (OPACITY_LEVELS - 1));
  const rowBytes = Math.ceil(width / 2);
  const data = Uint8Array.from({ length: rowBytes * height }, (_, index) => {
    const x = 2 * (index % rowBytes);
    const y = Math.floor(index / rowBytes);
    return (levelAt(x, y) << 4) | levelAt(x + 1, y);
  });
  // The colours by opacity level: black (red, green and blue 0) with that level's opacity.
  const opacityOf = (level: number): number => Math.round((level / (OPACITY_LEVELS - 1)) * 255);
  const palette = Array.from({ length: OPACITY_LEVELS }, (_, level) => [0, 0, 0, opacityOf(level)]);
  return encode({ width, height, data, depth: 4, channels: 1, palette }, { zlib: { level: 9 } });
}
