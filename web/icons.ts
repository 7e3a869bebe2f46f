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
    enforce: "pre",
    transform: {
      filter: { id: /styles\.css$/ },
      async handler(code) {
        if (!code.includes(PLACEHOLDER)) throw new Error(`The stylesheet has no comment for the icons: ${PLACEHOLDER}`);
        return code.replace(PLACEHOLDER, await iconRules());
      },
    },
  };
}

const PLACEHOLDER = "/* icons */";

// Width and height of a shape, in SVG units.
const SHAPE_SIZE = 24;
// SVG units between two shapes, so that rounding in a zoomed page shows no edge of the neighbouring shape.
const GAP = 8;
// Sharp at 16 CSS px on a screen with three device pixels for each CSS pixel.
const PIXELS_PER_UNIT = 2;
// Opacity varies only at the edges of lines. The bitmap is scaled down, so more levels make no visible difference.
const OPACITY_LEVELS = 8;

/**
 * CSS rules for all icons. The dashboard's icons are one bitmap, one icon below the other: vectors would delay the
 * first paint by 100 ms on a slow machine, because the browser parses each image as a document and renders it at each
 * use. The other icons are one vector each, which costs nothing until the icon is used.
 */
async function iconRules(): Promise<string> {
  const lastIndex = BITMAP_ICON_NAMES.length - 1;
  const height = lastIndex * (SHAPE_SIZE + GAP) + SHAPE_SIZE;
  const shapes = await Promise.all(
    BITMAP_ICON_NAMES.map(
      async (name, index) => `<g transform='translate(0 ${index * (SHAPE_SIZE + GAP)})'>${await shapeOf(name)}</g>`,
    ),
  );
  const bitmap = Buffer.from(await toPng(svg(height, shapes.join("")))).toString("base64");
  const positions = BITMAP_ICON_NAMES.map((name, index) => `.icon-${name} { --icon: ${(index / lastIndex) * 100}%; }`);
  const vectors = await Promise.all(
    VECTOR_ICON_NAMES.map(async (name) => {
      const vector = svg(SHAPE_SIZE, await shapeOf(name)).replace(/[<>#%]/g, encodeURIComponent);
      const selectors = [".icon", ".icon-before::before", ".icon-after::after"].map((selector) =>
        selector.replace(".icon", `.icon-${name}.icon`),
      );
      return `${selectors.join(", ")} { mask: url("data:image/svg+xml,${vector}") 0 0 / 100% 100% no-repeat; }`;
    }),
  );
  const mask = `url("data:image/png;base64,${bitmap}") 0 var(--icon) / 100% ${(height / SHAPE_SIZE) * 100}% no-repeat`;
  return [`.icon, .icon-before::before, .icon-after::after { mask: ${mask}; }`, ...positions, ...vectors].join("\n");
}

async function shapeOf(name: IconName): Promise<string> {
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

function svg(height: number, shapes: string): string {
  return (
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${SHAPE_SIZE} ${height}' fill='none' stroke='black' ` +
    `stroke-width='2' stroke-linecap='round' stroke-linejoin='round'>${shapes}</svg>`
  );
}

let wasmLoading: Promise<void> | undefined;

/** Renders an SVG image as a PNG that has only its opacity. Each byte holds two pixels. */
async function toPng(image: string): Promise<Uint8Array> {
  wasmLoading ??= readFile(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")).then(initWasm);
  await wasmLoading;
  const { width, height, pixels } = new Resvg(image, { fitTo: { mode: "zoom", value: PIXELS_PER_UNIT } }).render();
  const levelAt = (x: number, y: number): number => {
    const opacity = x < width ? pixels[4 * (y * width + x) + 3]! : 0;
    return Math.round((opacity / 255) * (OPACITY_LEVELS - 1));
  };
  const rowBytes = Math.ceil(width / 2);
  const data = Uint8Array.from({ length: rowBytes * height }, (_, index) => {
    const [x, y] = [2 * (index % rowBytes), Math.floor(index / rowBytes)];
    return (levelAt(x, y) << 4) | levelAt(x + 1, y);
  });
  const palette = Array.from({ length: OPACITY_LEVELS }, (_, level) => [
    0,
    0,
    0,
    Math.round((level / (OPACITY_LEVELS - 1)) * 255),
  ]);
  return encode({ width, height, data, depth: 4, channels: 1, palette }, { zlib: { level: 9 } });
}
