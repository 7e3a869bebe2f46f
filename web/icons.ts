import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { encode } from "fast-png";
import type { Plugin } from "vite";
import { BITMAP_ICON_NAMES, type IconName, VECTOR_ICON_NAMES } from "./src/shared/ui/icon-names.ts";

/** Puts the shapes of the page's icons, which are Lucide's, in the place of the comment `icons` in a stylesheet. */
export function icons(): Plugin {
  return {
    name: "logbook-icons",
    enforce: "pre",
    transform: {
      filter: { id: /styles\.css$/ },
      async handler(code) {
        if (!code.includes(PLACE)) throw new Error(`The stylesheet has no place for the icons: ${PLACE}`);
        return code.replace(PLACE, await rules());
      },
    },
  };
}

const PLACE = "/* icons */";

const CELL = 24;
// Between two shapes, so that none shows at another's edge where a zoomed page rounds.
const GAP = 8;
// Sharp at 16 px, as on cards, on a screen of three pixels a px.
const PIXELS = 2;
// Of opacity, at the edges of lines; scaled down, more cannot be told apart.
const LEVELS = 8;

/**
 * The dashboard's icons in one bitmap, one below the other. As vectors they cost a slow machine 100 ms in the page's first
 * picture, and a millisecond for each icon in every later one, since a browser makes a document of such an image and
 * draws all of it at each use. The others are vectors, each by itself: nobody pays for one that is not there.
 */
async function rules(): Promise<string> {
  const last = BITMAP_ICON_NAMES.length - 1;
  const height = last * (CELL + GAP) + CELL;
  const shapes = await Promise.all(
    BITMAP_ICON_NAMES.map(
      async (name, at) => `<g transform='translate(0 ${at * (CELL + GAP)})'>${await shape(name)}</g>`,
    ),
  );
  const bitmap = Buffer.from(await draw(svg(height, shapes.join("")))).toString("base64");
  const places = BITMAP_ICON_NAMES.map((name, at) => `.icon-${name} { --icon: ${(at / last) * 100}%; }`);
  const vectors = await Promise.all(
    VECTOR_ICON_NAMES.map(async (name) => {
      const vector = svg(CELL, await shape(name)).replace(/[<>#%]/g, encodeURIComponent);
      const elements = [".icon", ".icon-before::before", ".icon-after::after"].map((each) =>
        each.replace(".icon", `.icon-${name}.icon`),
      );
      return `${elements.join(", ")} { mask: url("data:image/svg+xml,${vector}") 0 0 / 100% 100% no-repeat; }`;
    }),
  );
  const mask = `url("data:image/png;base64,${bitmap}") 0 var(--icon) / 100% ${(height / CELL) * 100}% no-repeat`;
  return [`.icon, .icon-before::before, .icon-after::after { mask: ${mask}; }`, ...places, ...vectors].join("\n");
}

async function shape(name: IconName): Promise<string> {
  const { __iconData } = (await import(`lucide-react/icons/${name}`)) as {
    __iconData: { node: [tag: string, attributes: Record<string, string>][] };
  };
  return __iconData.node
    .map(([tag, { key: _, ...attributes }]) => {
      const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}='${value}'`);
      return `<${tag}${written.join("")}/>`;
    })
    .join("");
}

function svg(height: number, shapes: string): string {
  return (
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${CELL} ${height}' fill='none' stroke='black' ` +
    `stroke-width='2' stroke-linecap='round' stroke-linejoin='round'>${shapes}</svg>`
  );
}

let ready: Promise<void> | undefined;

/** An image as PNG, of which only the opacity is kept, two pixels a byte. */
async function draw(image: string): Promise<Uint8Array> {
  ready ??= readFile(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")).then(initWasm);
  await ready;
  const { width, height, pixels } = new Resvg(image, { fitTo: { mode: "zoom", value: PIXELS } }).render();
  const level = (x: number, y: number): number => {
    const opacity = x < width ? pixels[4 * (y * width + x) + 3]! : 0;
    return Math.round((opacity / 255) * (LEVELS - 1));
  };
  const row = Math.ceil(width / 2);
  const data = Uint8Array.from({ length: row * height }, (_, at) => {
    const [x, y] = [2 * (at % row), Math.floor(at / row)];
    return (level(x, y) << 4) | level(x + 1, y);
  });
  const palette = Array.from({ length: LEVELS }, (_, at) => [0, 0, 0, Math.round((at / (LEVELS - 1)) * 255)]);
  return encode({ width, height, data, depth: 4, channels: 1, palette }, { zlib: { level: 9 } });
}
