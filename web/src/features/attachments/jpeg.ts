import { fileExtension, fitImage, LIMITS } from "@logbook/domain";
import { type Size, svgSize } from "./svg-size.ts";

const SVG_TYPE = "image/svg+xml";

interface DecodedImage extends Size {
  source: CanvasImageSource;
  close: () => void;
}

/**
 * Converts an image to a JPEG of quality 0.7, at most 1024 px wide or high (section 5). A photo is rotated as its EXIF
 * data say, an animation becomes its first frame, transparent parts become white. Rejects if the browser cannot decode
 * the file.
 */
export async function toJpeg(file: File): Promise<{ content: Blob; resizedFrom: Size | null }> {
  const isSvg = fileExtension(file.name) === "svg" || file.type === SVG_TYPE;
  const image = isSvg ? await decodeSvg(file) : await decodeBitmap(file);
  try {
    const { width, height } = image;
    const storedSize = fitImage(width, height);
    const content = await encodeJpeg(image.source, storedSize);
    const isResized = storedSize.width !== width || storedSize.height !== height;
    return { content, resizedFrom: isResized ? { width, height } : null };
  } finally {
    image.close();
  }
}

async function encodeJpeg(source: CanvasImageSource, { width, height }: Size): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { alpha: false })!;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, width, height);
  return canvas.convertToBlob({ type: "image/jpeg", quality: LIMITS.imageQuality });
}

async function decodeBitmap(file: File): Promise<DecodedImage> {
  const source = await createImageBitmap(file, { imageOrientation: "from-image" });
  return { source, width: source.width, height: source.height, close: () => source.close() };
}

/** Decodes an SVG in an `<img>`, which runs no scripts of the SVG and loads no other files. */
async function decodeSvg(file: File): Promise<DecodedImage> {
  const url = await createSvgUrl(file);
  const close = () => URL.revokeObjectURL(url);
  const image = new Image();
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error("The browser cannot decode this SVG."));
      image.src = url;
    });
  } catch (error) {
    close();
    throw error;
  }
  return { source: image, width: image.naturalWidth, height: image.naturalHeight, close };
}

/** Returns a URL of the SVG with the attributes `width` and `height`, which a canvas needs and many files lack. */
async function createSvgUrl(file: File): Promise<string> {
  const root = new DOMParser().parseFromString(await file.text(), SVG_TYPE).documentElement;
  // A file that is not an SVG document stays as it is: the `<img>` decodes or rejects it.
  if (root.localName !== "svg") return URL.createObjectURL(new Blob([file], { type: SVG_TYPE }));
  const readAttribute = (name: string) => root.getAttribute(name);
  const size = svgSize(readAttribute("width"), readAttribute("height"), readAttribute("viewBox"));
  // `size` is `null` if the SVG has both attributes.
  for (const [side, pixels] of Object.entries(size ?? {})) root.setAttribute(side, String(pixels));
  const svgText = new XMLSerializer().serializeToString(root);
  // If an SVG contains HTML, Chromium lets a page read the canvas only after drawing the SVG from a `data:` URL.
  if (root.querySelector("foreignObject")) return `data:${SVG_TYPE},${encodeURIComponent(svgText)}`;
  return URL.createObjectURL(new Blob([svgText], { type: SVG_TYPE }));
}
