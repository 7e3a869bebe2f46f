import { expect, type Locator, type Page } from "@playwright/test";
import { expectNoViolations } from "../support/axe.ts";
import { PHONE_SIZE } from "../support/browser.ts";
import { fileAndOpen, openFileForm } from "../support/form.ts";
import { test } from "./fixtures.ts";

const WIDTH = 800;
const HEIGHT = 400;

/** Adds a white picture with a striped area in its right half, so that a blurred area can be told from the rest. */
async function addStripes(page: Page, input: Locator): Promise<void> {
  const base64 = await page.evaluate(
    ([width, height]) => {
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const context = canvas.getContext("2d")!;
      context.fillStyle = "#fff";
      context.fillRect(0, 0, width!, height!);
      context.fillStyle = "#000";
      for (let x = 400; x < width!; x += 8) context.fillRect(x, 0, 4, height!);
      return canvas.toDataURL("image/png").split(",")[1]!;
    },
    [WIDTH, HEIGHT],
  );
  await input.setInputFiles({ name: "stripes.png", mimeType: "image/png", buffer: Buffer.from(base64, "base64") });
}

/** The brightness (0 to 255) of places in a picture of the page, and the picture's size. */
function readPixels(picture: Locator, places: readonly (readonly [number, number])[]) {
  return picture.evaluate((element: HTMLImageElement, points) => {
    const canvas = document.createElement("canvas");
    canvas.width = element.naturalWidth;
    canvas.height = element.naturalHeight;
    const context = canvas.getContext("2d")!;
    context.drawImage(element, 0, 0);
    const pixels = points.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data.slice(0, 3)]);
    return { size: [canvas.width, canvas.height], pixels };
  }, places);
}

/** A place of the picture on the screen. */
async function placeOf(canvas: Locator, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = (await canvas.boundingBox())!;
  return { x: box.x + (x / WIDTH) * box.width, y: box.y + (y / HEIGHT) * box.height };
}

async function drag(page: Page, canvas: Locator, from: [number, number], to: [number, number]): Promise<void> {
  const begin = await placeOf(canvas, ...from);
  const end = await placeOf(canvas, ...to);
  await page.mouse.move(begin.x, begin.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up();
}

async function openDrawing(page: Page, form: Locator) {
  await form.getByRole("button", { name: "Mark up stripes.jpg" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark up stripes.jpg" });
  const canvas = dialog.getByRole("application", { name: "The picture" });
  await expect(canvas).toBeVisible();
  return { dialog, canvas, status: dialog.getByRole("status") };
}

test.describe("a picture that is marked up before it is sent", () => {
  test("has frame and arrow, and what was blurred is gone from the stored bytes; Undo takes back", async ({
    member: { page },
  }) => {
    const { form, input } = await openFileForm(page);
    await addStripes(page, input);
    const { dialog, canvas, status } = await openDrawing(page, form);
    await dialog.getByRole("button", { name: "Blur" }).click();
    await drag(page, canvas, [420, 40], [780, 360]);
    await expect(status).toHaveText("Blur added. 1 mark.");
    await dialog.getByRole("button", { name: "Frame" }).click();
    await drag(page, canvas, [100, 100], [300, 300]);
    await dialog.getByRole("button", { name: "Arrow" }).click();
    await drag(page, canvas, [20, 380], [380, 380]);
    await expect(status).toHaveText("Arrow added. 3 marks.");
    await page.keyboard.press("Control+z");
    await expect(status).toHaveText("Undone. 2 marks.");
    await expectNoViolations(page, "a picture with marks");
    // Escape loses nothing.
    await page.keyboard.press("Escape");
    await expect(status).toHaveText(/still here/);
    await dialog.getByRole("button", { name: "Use this picture" }).click();
    await expect(dialog).toBeHidden();
    await expect(form.getByRole("button", { name: "Mark up stripes.jpg" })).toBeFocused();

    const card = await fileAndOpen(page, form);
    await card.getByRole("button", { name: "View image stripes.jpg" }).click();
    const picture = page.getByRole("dialog", { name: "stripes.jpg" }).getByRole("img");
    await expect(picture).toBeVisible();
    const blurred = Array.from({ length: 40 }, (_, index) => [500 + index, 200] as const);
    const { size, pixels } = await readPixels(picture, [[100, 200], [200, 380], [402, 10], [406, 10], ...blurred]);
    expect(size).toEqual([WIDTH, HEIGHT]);
    const [frame, arrow, stripe, gap, ...area] = pixels;
    expect(frame![0]! - frame![1]!, "the frame is red").toBeGreaterThan(80);
    expect(arrow![1], "the arrow was taken back").toBeGreaterThan(230);
    expect(gap![1]! - stripe![1]!, "the stripes beside the blurred area").toBeGreaterThan(150);
    const brightness = area.map(([, green]) => green!);
    expect(Math.max(...brightness) - Math.min(...brightness), "no stripe in the blurred area").toBeLessThan(24);
  });

  test("by keyboard on a phone: Enter adds, arrow keys move and size, Delete removes, and a text is written", async ({
    member: { page },
  }) => {
    await page.setViewportSize(PHONE_SIZE);
    const { form, input } = await openFileForm(page);
    await addStripes(page, input);
    await form.getByRole("button", { name: "Mark up stripes.jpg" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Mark up stripes.jpg" });
    const canvas = dialog.getByRole("application", { name: "The picture" });
    const status = dialog.getByRole("status");
    await dialog.getByRole("button", { name: "Blur" }).press("Enter");
    await canvas.press("Enter");
    await expect(status).toHaveText("Blur added. 1 mark.");
    await canvas.press("ArrowRight");
    await expect(status).toHaveText("Moved. 1 mark.");
    await canvas.press("Shift+ArrowDown");
    await expect(status).toHaveText("Sized. 1 mark.");
    await dialog.getByRole("button", { name: "Text" }).press("Enter");
    await canvas.press("Enter");
    await expect(status).toHaveText("Please type the text first.");
    await expect(dialog.getByRole("textbox", { name: "Text to write" })).toBeFocused();
    await page.keyboard.type("Here");
    await canvas.press("Enter");
    await expect(status).toHaveText("Text added. 2 marks.");
    await expectNoViolations(page, "a picture with marks on a phone");
    await canvas.press("Delete");
    await expect(status).toHaveText("Removed. 1 mark.");
    for (const name of ["Cancel", "Use this picture", "Undo"]) {
      const box = (await dialog.getByRole("button", { name }).boundingBox())!;
      expect(box.x + box.width, name).toBeLessThanOrEqual(PHONE_SIZE.width);
    }
    await dialog.getByRole("button", { name: "Use this picture" }).press("Enter");
    await expect(dialog).toBeHidden();
  });

  test("is drawn on by a finger; a second finger draws nothing; Cancel leaves the picture as it was", async ({
    member: { page },
  }) => {
    await page.setViewportSize(PHONE_SIZE);
    const { form, input } = await openFileForm(page);
    await addStripes(page, input);
    const { dialog, canvas, status } = await openDrawing(page, form);
    const from = await placeOf(canvas, 100, 100);
    const to = await placeOf(canvas, 300, 200);
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
      devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
    await touch("touchStart", [from]);
    await touch("touchStart", [from, { x: from.x + 40, y: from.y }]);
    await touch("touchMove", [to, { x: from.x + 60, y: from.y }]);
    await touch("touchEnd", []);
    await expect(status).toHaveText("Arrow added. 1 mark.");
    await devtools.detach();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    const thumbnail = form.getByRole("listitem").filter({ hasText: "stripes.jpg" }).locator("img");
    const { pixels } = await readPixels(thumbnail, [[200, 150]]);
    expect(pixels[0]![1]).toBeGreaterThan(230);
  });
});

test("the viewer zooms by wheel, keys, buttons and two fingers; arrow keys move a zoomed image and switch others", async ({
  member: { page },
}) => {
  const { form, input } = await openFileForm(page);
  await addStripes(page, input);
  await form.getByText("stripes.jpg", { exact: true }).waitFor();
  await addStripes(page, input);
  const card = await fileAndOpen(page, form);
  await card.getByRole("button", { name: "View image stripes.jpg" }).click();
  const viewer = page.getByRole("dialog");
  const picture = viewer.getByRole("img", { name: "stripes.jpg" });
  await expect(picture).toBeVisible();
  const widthOf = async () => Math.round((await picture.boundingBox())!.width);
  const width = await widthOf();
  const status = viewer.getByRole("status");

  await page.keyboard.press("+");
  await expect(status).toContainText("150 %");
  expect(await widthOf()).toBe(Math.round(width * 1.5));
  await expectNoViolations(page, "a zoomed image");
  const left = (await picture.boundingBox())!.x;
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await picture.boundingBox())!.x).toBeLessThan(left);
  await expect(status).toContainText("Image 1 of 2");
  await page.keyboard.press("0");
  await expect(status).not.toContainText("%");
  await page.keyboard.press("ArrowRight");
  await expect(status).toContainText("Image 2 of 2");
  await page.keyboard.press("ArrowLeft");
  await expect(picture).toBeVisible();

  await viewer.getByRole("button", { name: "Zoom in" }).click();
  await viewer.getByRole("button", { name: "Zoom in" }).click();
  await expect(status).toContainText("225 %");
  await viewer.getByRole("button", { name: "Zoom out" }).click();
  await expect(status).toContainText("150 %");
  await page.keyboard.press("-");
  await expect(status).not.toContainText("%");

  const box = (await picture.boundingBox())!;
  await page.mouse.move(box.x + 50, box.y + 50);
  await page.mouse.wheel(0, -400);
  await expect(status).toContainText("200 %");
  // What is under the pointer stays there.
  expect((await picture.boundingBox())!.x).toBeCloseTo(box.x - 50, -1);
  await page.mouse.down();
  await page.mouse.move(box.x + 90, box.y + 50, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => Math.round((await picture.boundingBox())!.x)).toBeGreaterThan(box.x - 50);
  await page.keyboard.press("0");
  await expect(status).not.toContainText("%");

  const devtools = await page.context().newCDPSession(page);
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const fingers = (apart: number) => [
    { x: middle.x - apart, y: middle.y, id: 0 },
    { x: middle.x + apart, y: middle.y, id: 1 },
  ];
  await devtools.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: fingers(50) });
  await devtools.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: fingers(150) });
  await devtools.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await devtools.detach();
  await expect(status).toContainText("%");
});
