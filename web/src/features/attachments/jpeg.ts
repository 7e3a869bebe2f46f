import { fileExtension, fitImage, LIMITS } from "@logbook/domain";
import { type Size, svgSize } from "./svg-size.ts";

interface DecodedImage extends Size {
  source: CanvasImageSource;
  close: () => void;
}

/**
 * Converts any image to a JPEG of quality 0.7, at most 1024 px wide or high (section 5). EXIF data turn it upright, an
 * animation becomes its first frame, and transparent parts become white. Rejects if the browser cannot decode it.
 */
export async function toJpeg(file: File): Promise<{ content: Blob; resizedFrom: Size | null }> {
  const isSvg = fileExtension(file.name) === "svg" || file.type === "image/svg+xml";
  const image = isSvg ? await decodeSvg(file) : await decodeBitmap(file);
  try {
    const { width, height } = image;
    const stored = fitImage(width, height);
    const content = await encodeJpeg(image.source, stored);
    return { content, resizedFrom: stored.width === width && stored.height === height ? null : { width, height } };
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
  const url = await svgUrl(file);
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

/** A URL of the SVG with `width` and `height`, which a canvas needs and many files lack. */
async function svgUrl(file: File): Promise<string> {
  const root = new DOMParser().parseFromString(await file.text(), "image/svg+xml").documentElement;
  // Leave a file that is not an SVG document unchanged: the browser then decodes or rejects it.
  if (root.localName !== "svg") return URL.createObjectURL(new Blob([file], { type: SVG }));
  const readAttribute = (name: string) => root.getAttribute(name);
  const size = svgSize(readAttribute("width"), readAttribute("height"), readAttribute("viewBox"));
  for (const [name, value] of Object.entries(size ?? {})) root.setAttribute(name, String(value));
  const text = new XMLSerializer().serializeToString(root);
  // For an SVG that contains HTML, Chromium taints the canvas unless the URL is a `data:` URL.
  if (root.querySelector("foreignObject")) return `data:${SVG},${encodeURIComponent(text)}`;
  return URL.createObjectURL(new Blob([text], { type: SVG }));
}

const SVG = "image/svg+xml";
