import { fileExtension, fitImage, LIMITS } from "@logbook/domain";
import { type Size, svgSize } from "./svg-size.ts";

/** A picture ready to be drawn, in its own size; `close` frees it. */
interface Picture extends Size {
  source: CanvasImageSource;
  close: () => void;
}

/**
 * Any picture as a JPEG of quality 0.7 whose longer side is at most 1024 px (section 5): upright as EXIF says, the first
 * frame where it moves, white where it is transparent. Rejects when the browser cannot decode it.
 */
export async function toJpeg(file: File): Promise<{ content: Blob; resizedFrom: Size | null }> {
  const isSvg = fileExtension(file.name) === "svg" || file.type === "image/svg+xml";
  const picture = isSvg ? await openSvg(file) : await openBitmap(file);
  try {
    const { width, height } = picture;
    const stored = fitImage(width, height);
    const content = await draw(picture.source, stored);
    return { content, resizedFrom: stored.width === width && stored.height === height ? null : { width, height } };
  } finally {
    picture.close();
  }
}

async function draw(source: CanvasImageSource, { width, height }: Size): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { alpha: false })!;
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(source, 0, 0, width, height);
  return canvas.convertToBlob({ type: "image/jpeg", quality: LIMITS.imageQuality });
}

async function openBitmap(file: File): Promise<Picture> {
  const source = await createImageBitmap(file, { imageOrientation: "from-image" });
  return { source, width: source.width, height: source.height, close: () => source.close() };
}

/** An SVG is drawn from an `<img>`, in which no script runs and nothing is loaded from elsewhere. */
async function openSvg(file: File): Promise<Picture> {
  const url = await svgAddress(file);
  const close = () => URL.revokeObjectURL(url);
  const image = new Image();
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = () => reject(new Error("The browser cannot draw this SVG."));
      image.src = url;
    });
  } catch (error) {
    close();
    throw error;
  }
  return { source: image, width: image.naturalWidth, height: image.naturalHeight, close };
}

/** Where an `<img>` finds the SVG, with a size of its own, which drawing needs and many files lack. */
async function svgAddress(file: File): Promise<string> {
  const root = new DOMParser().parseFromString(await file.text(), "image/svg+xml").documentElement;
  // What is no XML is left to the browser.
  if (root.localName !== "svg") return URL.createObjectURL(new Blob([file], { type: SVG }));
  const attribute = (name: string) => root.getAttribute(name);
  const size = svgSize(attribute("width"), attribute("height"), attribute("viewBox"));
  for (const [name, value] of Object.entries(size ?? {})) root.setAttribute(name, String(value));
  const text = new XMLSerializer().serializeToString(root);
  // Diagrams hold their texts as HTML; Chromium lets what is drawn from one be read back only from a `data:` address.
  if (root.querySelector("foreignObject")) return `data:${SVG},${encodeURIComponent(text)}`;
  return URL.createObjectURL(new Blob([text], { type: SVG }));
}

const SVG = "image/svg+xml";
