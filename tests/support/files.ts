import type { Locator, Page } from "@playwright/test";
import { type Person, upload } from "./actors.ts";
import { uniqueId } from "./suite.ts";

/** Uploads a file for a report, or for an amendment of it. Returns the file as the API's calls name it. */
export async function uploadFor(as: Person, issueId: string, name: string, content: Buffer) {
  const path = `attachments/${as.uid}/${issueId}/${uniqueId("f")}`;
  const type = name.endsWith(".jpg") ? "image/jpeg" : "text/plain";
  const status = await upload(as, path, new Uint8Array(content), type);
  if (status !== 200) throw new Error(`The upload of ${name} got the response ${status}.`);
  return { name, size: content.length, type, url: `/api/${path}` };
}

/** Pastes an image into the focused element, as the browser does; with `text`, both. */
export function pastePicture(page: Page, { text }: { text?: string } = {}): Promise<void> {
  return page.evaluate(async (text) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 8;
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    const data = new DataTransfer();
    if (text !== undefined) data.setData("text/plain", text);
    data.items.add(new File([blob!], "image.png", { type: "image/png" }));
    (document.activeElement ?? document.body).dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

export async function dropFile(page: Page, target: Locator, name: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((name) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["dropped"], name, { type: "text/plain" }));
    return transfer;
  }, name);
  await target.dispatchEvent("drop", { dataTransfer });
}
