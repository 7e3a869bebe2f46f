import { fileExtension, fitImage, LIMITS } from "@logbook/domain";
import { decodeXml } from "./decode-xml.ts";

const SVG_TYPE = "image/svg+xml";

/** The size of an image in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Converts an image to a JPEG (section 5). Rejects if the browser cannot decode the file. */
export async function toJpeg(file: File): Promise<{ content: Blob; resizedFrom: Size | null }> {
  const isSvg = fileExtension(file.name) === "svg" || file.type === SVG_TYPE;
  // A photo is rotated as its EXIF data say, and an animation becomes its first frame.
  const image = isSvg ? await decodeSvg(file) : await createImageBitmap(file, { imageOrientation: "from-image" });
  const { width, height } = image;
  const storedSize = fitImage(width, height);
  const canvas = new OffscreenCanvas(storedSize.width, storedSize.height);
  const context = canvas.getContext("2d", { alpha: false })!;
  // A JPEG has no transparency: what is transparent in the image becomes white.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, storedSize.width, storedSize.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, storedSize.width, storedSize.height);
  // Free the memory of a photo before the next photo is decoded.
  if (image instanceof ImageBitmap) image.close();
  const content = await canvas.convertToBlob({ type: "image/jpeg", quality: LIMITS.imageQuality });
  const isResized = storedSize.width !== width || storedSize.height !== height;
  return { content, resizedFrom: isResized ? { width, height } : null };
}

/** Decodes an SVG in an `<img>`, which runs no scripts of the SVG and loads no other files. */
async function decodeSvg(file: File): Promise<HTMLImageElement> {
  const url = await createSvgUrl(file);
  const image = new Image();
  await new Promise((resolve, reject) => {
    image.onload = resolve;
    image.onerror = () => reject(new Error("The browser cannot decode this SVG."));
    image.src = url;
  }).finally(() => URL.revokeObjectURL(url));
  return image;
}

/** Returns a URL of the SVG, to which it adds `width` and `height`: a canvas needs them, and many files lack them. */
async function createSvgUrl(file: File): Promise<string> {
  const root = new DOMParser().parseFromString(
    decodeXml(new Uint8Array(await file.arrayBuffer())),
    SVG_TYPE,
  ).documentElement;
  const readAttribute = (name: string) => root.getAttribute(name);
  const size = svgSize(readAttribute("width"), readAttribute("height"), readAttribute("viewBox"));
  // `size` is `null` if the SVG has both attributes.
  for (const [side, pixels] of Object.entries(size ?? {})) root.setAttribute(side, String(pixels));
  const svgText = new XMLSerializer().serializeToString(root);
  // If an SVG contains HTML, Chromium lets a page read the canvas only after drawing the SVG from a `data:` URL.
  if (root.querySelector("foreignObject")) return `data:${SVG_TYPE},${encodeURIComponent(svgText)}`;
  return URL.createObjectURL(new Blob([svgText], { type: SVG_TYPE }));
}

// Matches a number with or without a unit, but no percentage, which would be relative to a page around the image.
const LENGTH = /^\s*[0-9.]+(e[0-9]+)?\s*(px|pt|pc|cm|mm|in|q|em|ex|rem)?\s*$/i;

const isLength = (text: string | null): boolean => text !== null && LENGTH.test(text) && Number.parseFloat(text) > 0;

/**
 * `null` if an SVG has its own `width` and `height`, otherwise the size in pixels at which to render the SVG. Its
 * longer side is `LIMITS.imageSide`. Its proportions are those of the `viewBox`, or 4:3 if there is no valid `viewBox`.
 */
export function svgSize(width: string | null, height: string | null, viewBox: string | null): Size | null {
  if (isLength(width) && isLength(height)) return null;
  // A `viewBox` consists of x, y, width and height.
  const [, , boxWidth = 0, boxHeight = 0] = (viewBox ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const isValid = boxWidth > 0 && boxHeight > 0;
  const [ratioWidth, ratioHeight] = isValid ? [boxWidth, boxHeight] : [4, 3];
  const scale = LIMITS.imageSide / Math.max(ratioWidth, ratioHeight);
  return { width: Math.max(1, Math.round(ratioWidth * scale)), height: Math.max(1, Math.round(ratioHeight * scale)) };
}
