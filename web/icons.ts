import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { encode } from "fast-png";
import type { Plugin } from "vite";
import { BITMAP_ICON_NAMES, type IconName, VECTOR_ICON_NAMES } from "./src/shared/ui/icon-names.ts";

/** Replaces the comment `icons` in the stylesheet by rules with the shapes of the page's Lucide icons. */
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

const CELL = 24;
// Space between two shapes, so that rounding in a zoomed page shows no edge of the neighbour.
const GAP = 8;
// Bitmap pixels for each unit of a shape: sharp at 16 CSS px on a screen with three device pixels for each CSS pixel.
const SCALE = 2;
// Levels of opacity at the edges of lines. The bitmap is scaled down, so more levels make no visible difference.
const LEVELS = 8;

/**
 * CSS rules for all icons. The dashboard's icons are one bitmap, one icon below the other: as vectors they delay the
 * first paint by 100 ms on a slow machine, because the browser parses each image as a document and renders it at each
 * use. The other icons are one vector each, which costs nothing until the icon is used.
 */
async function iconRules(): Promise<string> {
  const last = BITMAP_ICON_NAMES.length - 1;
  const height = last * (CELL + GAP) + CELL;
  const shapes = await Promise.all(
    BITMAP_ICON_NAMES.map(
      async (name, index) => `<g transform='translate(0 ${index * (CELL + GAP)})'>${await shapeOf(name)}</g>`,
    ),
  );
  const bitmap = Buffer.from(await toPng(svg(height, shapes.join("")))).toString("base64");
  const positions = BITMAP_ICON_NAMES.map((name, index) => `.icon-${name} { --icon: ${(index / last) * 100}%; }`);
  const vectors = await Promise.all(
    VECTOR_ICON_NAMES.map(async (name) => {
      const vector = svg(CELL, await shapeOf(name)).replace(/[<>#%]/g, encodeURIComponent);
      const selectors = [".icon", ".icon-before::before", ".icon-after::after"].map((selector) =>
        selector.replace(".icon", `.icon-${name}.icon`),
      );
      return `${selectors.join(", ")} { mask: url("data:image/svg+xml,${vector}") 0 0 / 100% 100% no-repeat; }`;
    }),
  );
  const mask = `url("data:image/png;base64,${bitmap}") 0 var(--icon) / 100% ${(height / CELL) * 100}% no-repeat`;
  return [`.icon, .icon-before::before, .icon-after::after { mask: ${mask}; }`, ...positions, ...vectors].join("\n");
}

async function shapeOf(name: IconName): Promise<string> {
  const { __iconData } = (await import(`lucide-react/icons/${name}`)) as {
    __iconData: { node: [tag: string, attributes: Record<string, string>][] };
  };
  return __iconData.node
    .map(([tag, { key: _, ...attributes }]) => {
      const list = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}='${value}'`);
      return `<${tag}${list.join("")}/>`;
    })
    .join("");
}

function svg(height: number, shapes: string): string {
  return (
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${CELL} ${height}' fill='none' stroke='black' ` +
    `stroke-width='2' stroke-linecap='round' stroke-linejoin='round'>${shapes}</svg>`
  );
}

let loading: Promise<void> | undefined;

/** An SVG image as a PNG that holds only its opacity, two pixels in a byte. */
async function toPng(image: string): Promise<Uint8Array> {
  loading ??= readFile(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")).then(initWasm);
  await loading;
  const { width, height, pixels } = new Resvg(image, { fitTo: { mode: "zoom", value: SCALE } }).render();
  const levelAt = (x: number, y: number): number => {
    const opacity = x < width ? pixels[4 * (y * width + x) + 3]! : 0;
    return Math.round((opacity / 255) * (LEVELS - 1));
  };
  const rowBytes = Math.ceil(width / 2);
  const data = Uint8Array.from({ length: rowBytes * height }, (_, index) => {
    const [x, y] = [2 * (index % rowBytes), Math.floor(index / rowBytes)];
    return (levelAt(x, y) << 4) | levelAt(x + 1, y);
  });
  const palette = Array.from({ length: LEVELS }, (_, level) => [0, 0, 0, Math.round((level / (LEVELS - 1)) * 255)]);
  return encode({ width, height, data, depth: 4, channels: 1, palette }, { zlib: { level: 9 } });
}
