import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "@playwright/test";
import { fileAndOpen, openFileForm } from "../support/form.ts";
import { test } from "./fixtures.ts";

const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);

const fixturePath = (name: string): string => fileURLToPath(new URL(`../support/fixtures/${name}`, import.meta.url));

test.describe("section 5: attachments", () => {
  test("png and svg become JPEG of at most 1024 px; SVG scripts never run; transparency turns white", async ({
    member: { page, log },
  }) => {
    const { form, input } = await openFileForm(page);
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2048" height="512"><script>console.error("ran")</script></svg>`;
    await input.setInputFiles([
      { name: "form.png", mimeType: "image/png", buffer: readFileSync(fixturePath("broken-form.png")) },
      { name: "drawing.svg", mimeType: "image/svg+xml", buffer: Buffer.from(svg) },
    ]);
    await expect(form.getByText("resized from 1600 × 1200")).toBeVisible();
    await expect(form.getByText("resized from 2048 × 512")).toBeVisible();
    await expect(form.getByText("drawing.jpg", { exact: true })).toBeVisible();
    const card = await fileAndOpen(page, form);
    await card.getByRole("button", { name: "View image drawing.jpg" }).click();
    const viewer = page.getByRole("dialog", { name: "drawing.jpg" });
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      viewer.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(readFileSync(await download.path()).subarray(0, 3)).toEqual(JPEG_SIGNATURE);
    const picture = viewer.getByRole("img", { name: "drawing.jpg" });
    const { size, cornerColour } = await picture.evaluate((img: HTMLImageElement) => {
      const canvas = document.createElement("canvas");
      canvas.width = img.naturalWidth;
      canvas.height = img.naturalHeight;
      const context = canvas.getContext("2d")!;
      context.drawImage(img, 0, 0);
      return { size: [img.naturalWidth, img.naturalHeight], cornerColour: [...context.getImageData(1, 1, 1, 1).data] };
    });
    // The viewer also shows the other picture, and returns to the first.
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("dialog", { name: "form.jpg" }).getByRole("img", { name: "form.jpg" })).toBeVisible();
    await page.getByRole("button", { name: "Previous image" }).click();
    await expect(viewer).toBeVisible();
    expect(size).toEqual([1024, 256]);
    expect(cornerColour).toEqual([255, 255, 255, 255]);
    // The script in the SVG would have logged.
    expect(log).toEqual([]);
  });

  test("Retry uploads a file after the code for uploads could not be loaded", async ({ member: { page } }) => {
    const uploadCode = "**/assets/upload-provider-*.js";
    await page.route(uploadCode, (route) => route.abort());
    const { form, input } = await openFileForm(page);
    await input.setInputFiles({ name: "a.log", mimeType: "text/plain", buffer: Buffer.from("It broke.") });
    await form.getByRole("textbox", { name: "Title" }).fill("Second attempt");
    await form.getByRole("textbox", { name: "Description" }).fill("The connection was gone.");
    await form.getByRole("button", { name: "Submit bug report" }).click();
    await expect(form.getByText("The upload could not be started.")).toBeVisible();
    await page.unroute(uploadCode);
    await form.getByRole("button", { name: "Retry a.log" }).click();
    await expect(form.getByText("Uploaded", { exact: true })).toBeVisible();
  });

  test.describe("an image whose file was damaged on its way", () => {
    // Playwright requests the bytes of a picture that the page could not show. The security policy blocks this request.
    test.use({ expectedError: /connect-src.*blob|Connecting to 'blob:/ });

    test("is shown after Retry, in the viewer and in the list", async ({ member: { page } }) => {
      const files = "**/api/attachments/**";
      await page.route(files, (route) => route.fulfill({ contentType: "image/jpeg", body: "no image" }));
      const { form, input } = await openFileForm(page);
      const buffer = readFileSync(fixturePath("broken-form.png"));
      await input.setInputFiles({ name: "form.png", mimeType: "image/png", buffer });
      const card = await fileAndOpen(page, form);
      const thumbnail = card.getByRole("button", { name: "View image form.jpg" });
      await expect(thumbnail).toHaveText(/Could not be loaded/);
      await thumbnail.click();
      const viewer = page.getByRole("dialog", { name: "form.jpg" });
      await page.unroute(files);
      await viewer.getByRole("button", { name: "Retry" }).click();
      await expect(viewer.getByRole("img", { name: "form.jpg" })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(thumbnail).not.toHaveText(/Could not be loaded/);
    });
  });
});
