import { readFileSync } from "node:fs";
import type { Attachment, WireList } from "@logbook/domain";
import { expect, type Locator, type Page } from "@playwright/test";
import { PHONE_SIZE } from "../support/browser.ts";
import { dropFile, pastePicture } from "../support/files.ts";
import { fileAndOpen, openFileForm } from "../support/form.ts";
import { cardOf, holdRequests, preparePhoneBack, search, waitTwoFrames } from "../support/page.ts";
import { fileReport, type Person, test, uniqueId } from "./fixtures.ts";

const textFile = (name: string, size = 10) => ({ name, mimeType: "text/plain", buffer: Buffer.alloc(size, "a") });

const removeButtons = (form: Locator) => form.getByRole("button", { name: /^Remove / });

/** Pictures downloaded from social networks have names of this length. */
const LONG_FILE_NAME = "302984712_1234567890123456_9876543210987654321_n.txt";

/** Matches the URLs of uploads to Storage. */
const UPLOAD_URL = /\/v0\/b\//;

const ONE_PIXEL = {
  gif: Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
  webp: Buffer.from("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==", "base64"),
};

/** Adds an EXIF segment to a JPEG. The segment tells viewers to turn the picture by 90 degrees. */
function withRotation(jpeg: Buffer): Buffer {
  const exif = Buffer.from("4578696600004d4d002a00000008000101120003000000010006000000000000", "hex");
  const startOfImage = jpeg.subarray(0, 2);
  // The marker of an EXIF segment, and its length, which includes the two bytes of the length.
  const segmentHeader = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([startOfImage, segmentHeader, exif, jpeg.subarray(2)]);
}

test.describe("section 5: attachments", () => {
  test("threat 4: five files at most: the page leaves out the sixth and says so", async ({ member: { page } }) => {
    const { form, input } = await openFileForm(page);
    await input.setInputFiles([1, 2, 3, 4, 5, 6].map((number) => textFile(`file-${number}.txt`)));
    await expect(removeButtons(form)).toHaveCount(5);
    await expect(form.getByText("file-6.txt")).toHaveCount(0);
    await expect(form.getByText(/only 5 files/i)).toBeVisible();
  });

  test("a file of 5 MB is accepted; one byte more is skipped with a console warning and a reason", async ({
    member: { page, log },
  }) => {
    const { form, input } = await openFileForm(page);
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

  test("the picker accepts images, .pdf, .txt, .log and .json; sizes are shown in Bytes, KB and MB with two decimals", async ({
    member: { page },
  }) => {
    const { form, input } = await openFileForm(page);
    expect((await input.getAttribute("accept"))?.split(",")).toEqual(["image/*", ".pdf", ".txt", ".log", ".json"]);
    await input.setInputFiles([textFile("a.txt", 512), textFile("b.txt", 1536), textFile("c.txt", 1_572_864)]);
    for (const size of ["512 Bytes", "1.50 KB", "1.50 MB"])
      await expect(form.getByText(size, { exact: true })).toBeVisible();
  });

  test("files can be dropped; pasted images are added only while the drop zone has focus, named 'pasted-image' and a timestamp", async ({
    member: { page },
  }) => {
    const { form, zone } = await openFileForm(page);
    await form.getByLabel("Title").focus();
    await pastePicture(page);
    await expect(removeButtons(form)).toHaveCount(0);
    await zone.focus();
    await pastePicture(page);
    await expect(removeButtons(form)).toHaveCount(1);
    await expect(form.getByText(/^pasted-image-\d{13}\.jpg$/)).toBeVisible();
    await dropFile(page, zone, "dropped.log");
    await expect(form.getByText("dropped.log", { exact: true })).toBeVisible();
  });

  test("a picture keeps its name, two pictures keep two names, and an SVG keeps its letters in any encoding", async ({
    member: { page },
  }) => {
    const { form, input } = await openFileForm(page);
    // `Привет` in each encoding.
    const letters = { "UTF-8": Buffer.from("Привет"), "windows-1251": Buffer.from("cff0e8e2e5f2", "hex") };
    const svgFile = (name: string, encoding: keyof typeof letters) => ({
      name,
      mimeType: "image/svg+xml",
      buffer: Buffer.concat([
        Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>`),
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><text y="30" font-size="30">'),
        letters[encoding],
        Buffer.from("</text></svg>"),
      ]),
    });
    await input.setInputFiles([
      svgFile("login v2.1 (final)", "UTF-8"),
      svgFile("login.svg", "windows-1251"),
      { name: "login.gif", mimeType: "image/gif", buffer: ONE_PIXEL.gif },
    ]);
    const rows = form.getByRole("listitem").filter({ has: page.getByRole("button", { name: /^Remove / }) });
    await expect(rows.locator("p:first-child")).toHaveText(["login v2.1 (final).jpg", "login.jpg", "login (2).jpg"]);
    const sizes = await rows.getByText(/Bytes|KB/).allInnerTexts();
    expect(sizes[1]).toBe(sizes[0]);
    expect(sizes[2]).not.toBe(sizes[0]);
  });

  test("while a report is being sent, the form adds and removes no file", async ({ member: { page } }) => {
    const { form, input, zone } = await openFileForm(page);
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

  test("removing a file moves the focus to a neighbouring file, or to the drop zone if no file is left", async ({
    member: { page },
  }) => {
    const { form, input, zone } = await openFileForm(page);
    await input.setInputFiles(["a.txt", "b.txt", "c.txt"].map((name) => textFile(name)));
    const removeButton = (name: string) => form.getByRole("button", { name: `Remove ${name}` });
    await removeButton("a.txt").press("Enter");
    await expect(removeButton("b.txt")).toBeFocused();
    await removeButton("c.txt").press("Enter");
    await expect(removeButton("b.txt")).toBeFocused();
    await removeButton("b.txt").press("Enter");
    await expect(zone).toBeFocused();
  });

  test("an image that cannot be decoded is logged and blocks the report; other types are refused", async ({
    member: { page, log },
  }) => {
    const { form, input } = await openFileForm(page);
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

  test("a GIF and a WebP become JPEGs, and a photo with an EXIF rotation becomes upright", async ({
    member: { page },
  }) => {
    const { form, input } = await openFileForm(page);
    await input.setInputFiles(
      Object.entries(ONE_PIXEL).map(([format, buffer]) => ({
        name: `a-${format}.${format}`,
        mimeType: `image/${format}`,
        buffer,
      })),
    );
    for (const format of Object.keys(ONE_PIXEL))
      await expect(form.getByText(`a-${format}.jpg`, { exact: true })).toBeVisible();
    const base64 = await page.evaluate(() => {
      const canvas = document.createElement("canvas");
      canvas.width = 2000;
      canvas.height = 1000;
      return canvas.toDataURL("image/jpeg").split(",")[1]!;
    });
    const buffer = withRotation(Buffer.from(base64, "base64"));
    await input.setInputFiles([{ name: "photo.jpeg", mimeType: "image/jpeg", buffer }]);
    // The rotation exchanges width and height.
    await expect(form.getByText("resized from 1000 × 2000")).toBeVisible();
  });

  test("in the viewer an arrow key shows the next image and keeps the focus; Back closes the viewer", async ({
    member: { page },
  }) => {
    const pressPhoneBack = await preparePhoneBack(page);
    // The page has to be loaded after `preparePhoneBack`.
    await page.reload();
    const typeFilter = page.getByLabel("Type");
    // An earlier filter, to which the last Back of this test returns.
    await typeFilter.selectOption("Feature");
    await expect(page).toHaveURL(/type=feature/);
    await typeFilter.selectOption("Bug");
    await expect(page).toHaveURL(/type=bug/);
    const { form, input } = await openFileForm(page);
    await input.setInputFiles(
      ["first", "second"].map((name) => ({ name: `${name}.gif`, mimeType: "image/gif", buffer: ONE_PIXEL.gif })),
    );
    const card = await fileAndOpen(page, form);
    await card.getByRole("button", { name: "View image first.jpg" }).click();
    const downloadButton = page.getByRole("button", { name: "Download" });
    await downloadButton.focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("dialog", { name: "second.jpg" }).getByRole("img")).toBeVisible();
    await expect(downloadButton).toBeFocused();
    await pressPhoneBack();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await card.getByRole("button", { name: "View image first.jpg" }).click();
    await page.goBack();
    await expect(typeFilter).toHaveValue("feature");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Entries", exact: true })).toBeFocused();
  });

  test("the viewer shows tall and wide images completely, between its buttons, at any window size", async ({
    member: { page },
  }) => {
    const { form, input } = await openFileForm(page);
    // Both pictures as JPEG in base64.
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
    const boxOf = async (element: Locator) => (await element.boundingBox())!;
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
        const image = await boxOf(picture);
        const closeButton = await boxOf(viewer.getByRole("button", { name: "Close" }));
        expect(nextButton.y + nextButton.height, `${name} at ${width} px`).toBeLessThanOrEqual(height);
        expect(image.y + image.height, `${name} at ${width} px`).toBeLessThanOrEqual(nextButton.y);
        expect(image.y, `${name} at ${width} px`).toBeGreaterThanOrEqual(closeButton.y + closeButton.height);
        expect(image.x, `${name} at ${width} px`).toBeGreaterThanOrEqual(0);
        expect(image.x + image.width, `${name} at ${width} px`).toBeLessThanOrEqual(width);
        // The image keeps its aspect ratio: 900 to 2000, or 2000 to 500.
        expect(image.width / image.height).toBeCloseTo(name === "tall.jpg" ? 0.45 : 4, 1);
        await viewer.getByRole("button", { name: "Next image" }).click();
      }
  });

  test("on a phone the name of a file that failed to upload is at least 150 px wide, and all controls are inside the form", async ({
    member: { page },
  }) => {
    await page.setViewportSize(PHONE_SIZE);
    await page.clock.install();
    const { form, input } = await openFileForm(page);
    await page.route(UPLOAD_URL, (route) => route.abort());
    const uploadRequest = page.waitForRequest(UPLOAD_URL);
    await input.setInputFiles([textFile(LONG_FILE_NAME)]);
    await form.getByLabel("Title").fill("With a file");
    await form.getByLabel("Description").fill("On a bad connection");
    await form.getByRole("button", { name: /submit/i }).click();
    await uploadRequest;
    // The page gives up once no byte has been sent for half a minute.
    await page.clock.fastForward(31_000);
    await expect(form.getByRole("button", { name: `Retry ${LONG_FILE_NAME}` })).toBeVisible();
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 640 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
      const formBox = (await form.boundingBox())!;
      const controls = [
        form.getByLabel("Title"),
        form.getByRole("button", { name: `Retry ${LONG_FILE_NAME}` }),
        form.getByRole("button", { name: `Remove ${LONG_FILE_NAME}` }),
      ];
      for (const control of controls) {
        const box = (await control.boundingBox())!;
        // Half a pixel may come from rounding.
        expect(box.x + box.width, `${control} at ${width} px`).toBeLessThanOrEqual(formBox.x + formBox.width + 0.5);
      }
      expect((await form.getByText(LONG_FILE_NAME, { exact: true }).boundingBox())!.width).toBeGreaterThanOrEqual(150);
    }
  });
});

test.describe("section 3: an attachment that carries its file as data", () => {
  const dataUrl = (type: string, bytes: Buffer): string => `data:${type};base64,${bytes.toString("base64")}`;
  const inlineAttachment = (name: string, type: string, bytes: Buffer, data = dataUrl(type, bytes)) => ({
    name,
    size: bytes.length,
    type,
    data,
  });
  const HTML = Buffer.from("<!doctype html><script>alert(1)</script>");
  const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

  /** Files a report, gives it these attachments in the responses to the page, and opens its details. */
  async function openReportWith(page: Page, person: Person, attachments: Attachment[]): Promise<Locator> {
    const title = uniqueId("Inline");
    const { id } = await fileReport(person, { title });
    await page.route("**/api/issues?*", async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as WireList;
      const bugs = list.bugs.map((bug) => (bug.id === id ? { ...bug, attachments: JSON.stringify(attachments) } : bug));
      await route.fulfill({ response, json: { ...list, bugs } });
    });
    await search(page, title);
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "View all details" }).click();
    return card;
  }

  const download = async (page: Page, button: Locator) => {
    const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  };

  test("is shown in the list and in the viewer, and is downloaded unchanged, all without a request", async ({
    member: { page, person },
  }) => {
    const requestedPaths: string[] = [];
    page.on("request", (request) => requestedPaths.push(new URL(request.url()).pathname));
    const logText = Buffer.from("It broke at 12:00 – ä");
    const card = await openReportWith(page, person, [
      inlineAttachment("dot.gif", "image/gif", ONE_PIXEL.gif),
      inlineAttachment("really-webp.gif", "image/webp", ONE_PIXEL.webp),
      { ...inlineAttachment("server.log", "text/plain", logText), url: "https://example.org/elsewhere.log" },
    ]);
    await expect(card.getByText("3 attachments", { exact: true })).toBeVisible();
    const pictures = card.getByRole("button", { name: /^View image/ });
    await expect(pictures).toHaveCount(2);
    for (const picture of await pictures.all())
      await expect
        .poll(() => picture.locator("img").evaluate((img: HTMLImageElement) => [img.src.slice(0, 5), img.naturalWidth]))
        .toEqual(["blob:", 1]);
    expect(await download(page, card.getByRole("button", { name: /Download server\.log/ }))).toEqual({
      name: "server.log",
      bytes: logText,
    });
    await pictures.first().click();
    const viewer = page.getByRole("dialog");
    await expect(viewer.getByRole("img", { name: "dot.gif" })).toHaveJSProperty("naturalWidth", 1);
    expect(await download(page, viewer.getByRole("button", { name: "Download" }))).toEqual({
      name: "dot.gif",
      bytes: ONE_PIXEL.gif,
    });
    await viewer.getByRole("button", { name: "Next image" }).click();
    await expect(viewer.getByRole("img", { name: "really-webp.gif" })).toHaveJSProperty("naturalWidth", 1);
    expect(requestedPaths.filter((path) => /^\/api\/attachments|elsewhere/.test(path))).toEqual([]);
  });

  test("threat 5: is neither shown nor downloaded if it is HTML, SVG or too large, or if its two declared types differ", async ({
    member: { page, person },
  }) => {
    const downloadedNames: string[] = [];
    page.on("download", (file) => downloadedNames.push(file.suggestedFilename()));
    const card = await openReportWith(page, person, [
      inlineAttachment("page.html", "text/html", HTML),
      inlineAttachment("page.txt", "text/plain", HTML, dataUrl("text/html", HTML)),
      inlineAttachment("big.log", "text/plain", Buffer.alloc(5 * 1024 * 1024 + 1, "a")),
      { name: "script.txt", size: 9, type: "text/plain", data: "javascript:alert(1)" },
      { name: "frame.txt", size: 9, type: "text/plain", url: dataUrl("text/html", HTML) },
      inlineAttachment("picture.svg", "image/svg+xml", SVG),
      inlineAttachment("picture.png", "image/png", SVG, dataUrl("image/svg+xml", SVG)),
    ]);
    const pictures = card.getByRole("button", { name: /^View image/ });
    await expect(pictures).toHaveText([/picture\.svg.*Could not be loaded/, /picture\.png.*Could not be loaded/]);
    await expect(card.locator("img")).toHaveCount(0);
    // The attachments whose declared type is not an image.
    for (const name of ["page.html", "page.txt", "big.log", "script.txt", "frame.txt"]) {
      await card.getByRole("button", { name: `Download ${name}` }).click();
      await expect(card.getByRole("alert")).toHaveText(
        `${name} could not be downloaded. The report has no usable file. Please ask its reporter.`,
      );
    }
    expect(downloadedNames).toEqual([]);
    // No file has been opened in a window either.
    const openUrls = page
      .context()
      .pages()
      .map((openPage) => openPage.url());
    expect(openUrls.map((url) => new URL(url).protocol)).toEqual(["http:"]);
  });

  test("is downloaded as a text file if its type is text, even if its name and content are HTML", async ({
    member: { page, person },
  }) => {
    const card = await openReportWith(page, person, [inlineAttachment("page.html", "text/plain", HTML)]);
    expect(await download(page, card.getByRole("button", { name: /Download page\.html/ }))).toEqual({
      name: "page.html.txt",
      bytes: HTML,
    });
  });

  test.describe("that declares an image type but is not an image", () => {
    // Playwright requests the bytes of a picture that the page could not show. The security policy blocks this request.
    test.use({ expectedError: /connect-src.*blob|Connecting to 'blob:/ });

    test("is shown as not loaded, in the list and in the viewer", async ({ member: { page, person } }) => {
      const card = await openReportWith(page, person, [inlineAttachment("page.png", "image/png", HTML)]);
      const picture = card.getByRole("button", { name: "View image page.png" });
      await expect(picture).toHaveText(/Could not be loaded/);
      await picture.click();
      await expect(page.getByRole("dialog").getByText("The image could not be loaded.")).toBeVisible();
    });
  });
});
