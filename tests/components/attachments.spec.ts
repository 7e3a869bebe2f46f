import { readFileSync } from "node:fs";
import { type Attachment, fromWire } from "@logbook/domain";
import { expect, type Locator, type Page } from "@playwright/test";
import { fileAndOpen, openForm } from "../support/form.ts";
import { cardOf, holdRequests, preparePhoneBack, search, waitTwoFrames } from "../support/page.ts";
import { fileReport, logbook, type Person, test, uniqueId } from "./fixtures.ts";

const textFile = (name: string, size = 10) => ({ name, mimeType: "text/plain", buffer: Buffer.alloc(size, "a") });

const removeButtons = (form: Locator) => form.getByRole("button", { name: /^Remove / });

/** Pictures of one pixel. */
const ONE_PIXEL = {
  gif: Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
  webp: Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64"),
};

/** The JPEG (base64) with an added EXIF orientation that turns it by 90 degrees. */
function withRotation(base64: string): Buffer {
  const jpeg = Buffer.from(base64, "base64");
  const orientation = Buffer.from("4578696600004d4d002a00000008000101120003000000010006000000000000", "hex");
  const segment = Buffer.from([0xff, 0xe1, 0, orientation.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, orientation, jpeg.subarray(2)]);
}

/** Pastes an image into the focused element, as the browser does. */
function pastePicture(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 8;
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
    const data = new DataTransfer();
    data.items.add(new File([blob!], "image.png", { type: "image/png" }));
    (document.activeElement ?? document.body).dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
}

/** Drops a text file on the zone. */
async function dropFile(page: Page, zone: Locator, name: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle((name) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(["dropped"], name, { type: "text/plain" }));
    return transfer;
  }, name);
  await zone.dispatchEvent("drop", { dataTransfer });
}

test.describe("section 5: attachments", () => {
  test("the picker accepts images, .pdf, .txt, .log and .json", async ({ member: { page } }) => {
    const { input } = await openForm(page);
    expect((await input.getAttribute("accept"))?.split(",")).toEqual(["image/*", ".pdf", ".txt", ".log", ".json"]);
  });

  test("threat 4: five files at most: the sixth is dropped, and the page says so", async ({ member: { page } }) => {
    const { form, input } = await openForm(page);
    await input.setInputFiles([1, 2, 3, 4, 5, 6].map((number) => textFile(`file-${number}.txt`)));
    await expect(removeButtons(form)).toHaveCount(5);
    await expect(form.getByText("file-6.txt")).toHaveCount(0);
    await expect(form.getByText(/only 5 files/i)).toBeVisible();
  });

  test("a file of 5 MB is accepted; one byte more is skipped with a console warning and a reason", async ({
    member: { page, log },
  }) => {
    const { form, input } = await openForm(page);
    await input.setInputFiles([
      textFile("just-right.log", 5 * 1024 * 1024),
      textFile("too-large.log", 5 * 1024 * 1024 + 1),
    ]);
    await expect(removeButtons(form)).toHaveCount(1);
    await expect(form.getByText("5.00 MB").first()).toBeVisible();
    await expect(form.getByRole("listitem").filter({ hasText: "too-large.log" })).toContainText(
      "5.00 MB (5,242,881 bytes)Larger than 5 MB (5,242,880 bytes).",
    );
    expect(log.join("\n")).toContain("too-large.log");
  });

  test("sizes are shown in Bytes, KB and MB with two decimals", async ({ member: { page } }) => {
    const { form, input } = await openForm(page);
    await input.setInputFiles([textFile("a.txt", 512), textFile("b.txt", 1536), textFile("c.txt", 1_572_864)]);
    for (const size of ["512 Bytes", "1.50 KB", "1.50 MB"])
      await expect(form.getByText(size, { exact: true })).toBeVisible();
  });

  test("pasted images are added only while the drop zone has focus, named 'pasted-image' and a timestamp", async ({
    member: { page },
  }) => {
    const { form, zone } = await openForm(page);
    await form.getByLabel("Title").focus();
    await pastePicture(page);
    await expect(removeButtons(form)).toHaveCount(0);
    await zone.focus();
    await pastePicture(page);
    await expect(removeButtons(form)).toHaveCount(1);
    await expect(form.getByText(/^pasted-image-\d{13}\.jpg$/)).toBeVisible();
  });

  test("files can be dropped on the zone", async ({ member: { page } }) => {
    const { form, zone } = await openForm(page);
    await dropFile(page, zone, "dropped.log");
    await expect(form.getByText("dropped.log", { exact: true })).toBeVisible();
  });

  test("while the report is being sent, files can be neither added nor removed", async ({ member: { page } }) => {
    const { form, input, zone } = await openForm(page);
    await input.setInputFiles([textFile("first.txt")]);
    await form.getByLabel("Title").fill("With a file");
    await form.getByLabel("Description").fill("See the file.");
    const release = await holdRequests(page, "**/api/issues");
    await form.getByRole("button", { name: /submit/i }).click();
    await form.getByRole("button", { name: "Processing..." }).waitFor();
    await zone.focus();
    await pastePicture(page);
    await dropFile(page, zone, "dropped.log");
    await input.setInputFiles([textFile("chosen.txt")]);
    await removeButtons(form).first().press("Enter");
    await waitTwoFrames(page);
    await expect(removeButtons(form)).toHaveCount(1);
    await expect(form.getByRole("button", { name: "Remove first.txt" })).toBeVisible();
    release();
    await expect(form).toBeHidden();
  });

  test("removing a file moves the focus to the file in its place, and from the last file to the drop zone", async ({
    member: { page },
  }) => {
    const { form, input, zone } = await openForm(page);
    await input.setInputFiles(["a.txt", "b.txt", "c.txt"].map((name) => textFile(name)));
    const remove = (name: string) => form.getByRole("button", { name: `Remove ${name}` });
    await remove("a.txt").press("Enter");
    await expect(remove("b.txt")).toBeFocused();
    await remove("c.txt").press("Enter");
    await expect(remove("b.txt")).toBeFocused();
    await remove("b.txt").press("Enter");
    await expect(zone).toBeFocused();
  });

  test("an image that cannot be decoded is logged and blocks the report; other types are refused", async ({
    member: { page, log },
  }) => {
    const { form, input } = await openForm(page);
    await input.setInputFiles([
      { name: "broken.png", mimeType: "image/png", buffer: Buffer.from("no picture") },
      { name: "page.html", mimeType: "text/html", buffer: Buffer.from("<p>") },
    ]);
    await expect(form.getByRole("list", { name: "Not attached" }).getByRole("listitem")).toHaveText(/page\.html/);
    await expect(form.getByText("This picture could not be read.")).toBeVisible();
    expect(log.join("\n")).toContain("broken.png");
    const title = `Broken ${Date.now()}`;
    await form.getByRole("textbox", { name: "Title" }).fill(title);
    await form.getByRole("textbox", { name: "Description" }).fill("With a picture");
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(form.getByText("Your report was not added: one file could not be attached")).toBeVisible();
    await expect(form.getByRole("textbox", { name: "Title" })).toHaveValue(title);
    await expect(form.getByRole("button", { name: "Retry broken.png" })).toHaveCount(0);
    await form.getByRole("button", { name: "Remove broken.png" }).click();
    await form.getByRole("button", { name: "Submit" }).click();
    await expect(form).toBeHidden();
    await search(page, title);
    await expect(cardOf(page, title)).toBeVisible();
  });

  for (const kind of ["gif", "webp"] as const)
    test(`a ${kind} becomes a JPEG`, async ({ member: { page } }) => {
      const { form, input } = await openForm(page);
      await input.setInputFiles([{ name: `tiny.${kind}`, mimeType: `image/${kind}`, buffer: ONE_PIXEL[kind] }]);
      await expect(form.getByText("tiny.jpg", { exact: true })).toBeVisible();
      await expect(removeButtons(form)).toHaveCount(1);
    });

  test("a photo turned by its EXIF orientation is stored upright", async ({ member: { page } }) => {
    const { form, input } = await openForm(page);
    const plain = await page.evaluate(() => {
      const canvas = document.createElement("canvas");
      canvas.width = 2000;
      canvas.height = 1000;
      return canvas.toDataURL("image/jpeg").split(",")[1]!;
    });
    await input.setInputFiles([{ name: "photo.jpeg", mimeType: "image/jpeg", buffer: withRotation(plain) }]);
    await expect(form.getByText("resized from 1000 × 2000")).toBeVisible();
  });

  test("arrow keys show the next image and keep the focus, and Back returns the focus to the list", async ({
    member: { page },
  }) => {
    const back = await preparePhoneBack(page);
    await page.reload();
    const type = page.getByLabel("Type");
    await type.selectOption("Feature");
    await expect(page).toHaveURL(/type=feature/);
    await type.selectOption("Bug");
    await expect(page).toHaveURL(/type=bug/);
    const { form, input } = await openForm(page);
    await input.setInputFiles(
      ["first", "second"].map((name) => ({ name: `${name}.gif`, mimeType: "image/gif", buffer: ONE_PIXEL.gif })),
    );
    const card = await fileAndOpen(page, form);
    await card.getByRole("button", { name: "View image first.jpg" }).click();
    const save = page.getByRole("button", { name: "Download" });
    await save.focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("dialog", { name: "second.jpg" }).getByRole("img")).toBeVisible();
    await expect(save).toBeFocused();
    await back();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await card.getByRole("button", { name: "View image first.jpg" }).click();
    await page.goBack();
    await expect(type).toHaveValue("feature");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Entries", exact: true })).toBeFocused();
  });

  test("a tall image is shown completely above the viewer's controls at any window size", async ({
    member: { page },
  }) => {
    const { form, input } = await openForm(page);
    const [tall, wide] = await page.evaluate(() =>
      [
        [900, 2000],
        [2000, 500],
      ].map(([width, height]) => {
        const canvas = Object.assign(document.createElement("canvas"), { width, height });
        return canvas.toDataURL("image/jpeg").split(",")[1]!;
      }),
    );
    await input.setInputFiles(
      Object.entries({ tall, wide }).map(([name, base64]) => ({
        name: `${name}.jpg`,
        mimeType: "image/jpeg",
        buffer: Buffer.from(base64!, "base64"),
      })),
    );
    const card = await fileAndOpen(page, form);
    await card.getByRole("button", { name: "View image tall.jpg" }).click();
    const viewer = page.getByRole("dialog");
    const boxOf = async (part: Locator) => (await part.boundingBox())!;
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [844, 390],
      [1440, 900],
    ] as const)
      for (const name of ["tall.jpg", "wide.jpg"]) {
        await page.setViewportSize({ width, height });
        const picture = viewer.getByRole("img", { name });
        await expect(picture).toBeVisible();
        const nextButton = await boxOf(viewer.getByRole("button", { name: "Next image" }));
        const { x, y, width: imageWidth, height: imageHeight } = await boxOf(picture);
        const closeButton = await boxOf(viewer.getByRole("button", { name: "Close" }));
        expect(nextButton.y + nextButton.height, `${name} at ${width} px`).toBeLessThanOrEqual(height);
        expect(y + imageHeight, `${name} at ${width} px`).toBeLessThanOrEqual(nextButton.y);
        expect(y, `${name} at ${width} px`).toBeGreaterThanOrEqual(closeButton.y + closeButton.height);
        expect([x >= 0, x + imageWidth <= width], `${name} at ${width} px`).toEqual([true, true]);
        // The image keeps its aspect ratio.
        expect(imageWidth / imageHeight).toBeCloseTo(name === "tall.jpg" ? 0.45 : 4, 1);
        await viewer.getByRole("button", { name: "Next image" }).click();
      }
  });

  test("at 320 and 390 px a failed upload leaves enough width for the file's name and the form", async ({
    member: { page },
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.clock.install();
    const { form, input } = await openForm(page);
    await page.route(/\/v0\/b\//, (route) => route.abort());
    const tried = page.waitForRequest(/\/v0\/b\//);
    const name = "302984712_1234567890123456_9876543210987654321_n.txt";
    await input.setInputFiles([textFile(name)]);
    await form.getByLabel("Title").fill("With a file");
    await form.getByLabel("Description").fill("On a bad line");
    await form.getByRole("button", { name: /submit/i }).click();
    await tried;
    // The page gives up once no byte has been sent for half a minute.
    await page.clock.fastForward(31_000);
    await expect(form.getByRole("button", { name: `Retry ${name}` })).toBeVisible();
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
      const formBox = (await form.boundingBox())!;
      const parts = [
        form.getByLabel("Title"),
        form.getByRole("button", { name: `Retry ${name}` }),
        form.getByRole("button", { name: `Remove ${name}` }),
      ];
      for (const part of parts) {
        const box = (await part.boundingBox())!;
        expect(box.x + box.width, `${part} at ${width} px`).toBeLessThanOrEqual(formBox.x + formBox.width + 0.5);
      }
      expect((await form.getByText(name, { exact: true }).boundingBox())!.width).toBeGreaterThanOrEqual(150);
    }
  });

  test("at 390 px a long file name leaves the page as wide as the window", async ({ member: { page } }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { form, input } = await openForm(page);
    await input.setInputFiles([textFile("302984712_1234567890123456_9876543210987654321_n.txt")]);
    await expect(removeButtons(form)).toHaveCount(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

test.describe("section 3: an attachment that carries its file as data", () => {
  const dataUrl = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString("base64")}`;
  const inline = (name: string, type: string, bytes: Buffer, data = dataUrl(type, bytes)) => ({
    name,
    size: bytes.length,
    type,
    data,
  });
  const HTML = Buffer.from("<!doctype html><script>alert(1)</script>");
  const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

  /** Files a report with these attachments, in the form of older stored reports, and opens its details. */
  async function openWith(page: Page, person: Person, attachments: Attachment[]): Promise<Locator> {
    const title = uniqueId("Inline");
    const report = fromWire(fileReport(person, { title }));
    logbook().store({ ...report, attachments });
    await search(page, title);
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "View all details" }).click();
    return card;
  }

  const saveBy = async (page: Page, button: Locator) => {
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
  };

  test("is counted on the card", async ({ member: { page, person } }) => {
    const files = ["a.log", "b.log"].map((name) => inline(name, "text/plain", Buffer.from("It broke.")));
    await expect((await openWith(page, person, files)).getByText("2 attachments", { exact: true })).toBeVisible();
    await expect(
      (await openWith(page, person, files.slice(1))).getByText("1 attachment", { exact: true }),
    ).toBeVisible();
  });

  test("is shown in the list and in the viewer, and is saved as it is", async ({ member: { page, person } }) => {
    const requestedPaths: string[] = [];
    page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
    const log = Buffer.from("It broke at 12:00 – ä");
    const card = await openWith(page, person, [
      inline("dot.gif", "image/gif", ONE_PIXEL.gif),
      inline("same.gif", "image/webp", ONE_PIXEL.webp),
      { ...inline("server.log", "text/plain", log), url: "https://example.org/elsewhere.log" },
    ]);
    const pictures = card.getByRole("button", { name: /^View image/ });
    await expect(pictures).toHaveCount(2);
    for (const picture of await pictures.all())
      await expect
        .poll(() => picture.locator("img").evaluate((img: HTMLImageElement) => [img.src.slice(0, 5), img.naturalWidth]))
        .toEqual(["blob:", 1]);
    expect(await saveBy(page, card.getByRole("button", { name: /Download server\.log/ }))).toEqual({
      name: "server.log",
      bytes: log,
    });
    await pictures.first().click();
    const viewer = page.getByRole("dialog");
    await expect(viewer.getByRole("img", { name: "dot.gif" })).toHaveJSProperty("naturalWidth", 1);
    expect(await saveBy(page, viewer.getByRole("button", { name: "Download" }))).toEqual({
      name: "dot.gif",
      bytes: ONE_PIXEL.gif,
    });
    await viewer.getByRole("button", { name: "Next image" }).click();
    await expect(viewer.getByRole("img", { name: "same.gif" })).toHaveJSProperty("naturalWidth", 1);
    expect(requestedPaths.filter((path) => /attachments|elsewhere/.test(path))).toEqual([]);
  });

  test("threat 5: is neither shown nor saved if it is HTML or SVG or declares another type", async ({
    member: { page, person },
  }) => {
    const saved: string[] = [];
    page.on("download", (download) => saved.push(download.suggestedFilename()));
    const card = await openWith(page, person, [
      inline("page.html", "text/html", HTML),
      inline("page.txt", "text/plain", HTML, dataUrl("text/html", HTML)),
      inline("big.log", "text/plain", Buffer.alloc(5 * 1024 * 1024 + 1, "a")),
      { name: "script.txt", size: 9, type: "text/plain", data: "javascript:alert(1)" },
      { name: "frame.txt", size: 9, type: "text/plain", url: dataUrl("text/html", HTML) },
      inline("picture.svg", "image/svg+xml", SVG),
      inline("picture.png", "image/png", SVG, dataUrl("image/svg+xml", SVG)),
    ]);
    const pictures = card.getByRole("button", { name: /^View image/ });
    await expect(pictures).toHaveText([/picture\.svg.*Could not be loaded/, /picture\.png.*Could not be loaded/]);
    await expect(card.locator("img")).toHaveCount(0);
    for (const name of ["page.html", "page.txt", "big.log", "script.txt", "frame.txt"]) {
      await card.getByRole("button", { name: `Download ${name}` }).click();
      await expect(card.getByRole("alert")).toHaveText(
        `${name} could not be downloaded. Its report names no file of a kind that can be attached.`,
      );
    }
    expect(saved).toEqual([]);
    expect(
      page
        .context()
        .pages()
        .map((one) => new URL(one.url()).protocol),
    ).toEqual(["http:"]);
  });

  test("is saved as the text or image that its type declares, even if it contains HTML", async ({
    member: { page, person },
  }) => {
    const card = await openWith(page, person, [inline("page.html", "text/plain", HTML)]);
    expect(await saveBy(page, card.getByRole("button", { name: /Download page\.html/ }))).toEqual({
      name: "page.html.txt",
      bytes: HTML,
    });
  });

  test.describe("that declares an image type but is not an image", () => {
    // Playwright's own recorder asks for the bytes of a picture that could not be read.
    test.use({ expectedError: /connect-src.*blob|Connecting to 'blob:/ });

    test("could not be loaded, in the list and in the viewer", async ({ member: { page, person } }) => {
      const card = await openWith(page, person, [inline("page.png", "image/png", HTML)]);
      const picture = card.getByRole("button", { name: "View image page.png" });
      await expect(picture).toHaveText(/Could not be loaded/);
      await picture.click();
      await expect(page.getByRole("dialog").getByText("The image could not be loaded.")).toBeVisible();
    });
  });
});
