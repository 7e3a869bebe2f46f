import { expect } from "@playwright/test";
import { getStorage } from "firebase-admin/storage";
import { call, fileReport } from "../support/actors.ts";
import { openForm } from "../support/form.ts";
import { cardOf, search } from "../support/page.ts";
import { db } from "../support/suite.ts";
import { test } from "./fixtures.ts";
import { EVIL, NO_ATTACKS, recordAttacks, uniqueTitle } from "./threats.ts";

const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);

/** An attacker's code. It calls `ran` (see `recordAttacks`) in its window and those around it, and opens a dialog. */
const HOSTILE_CODE = "parent.ran?.('x');top.ran?.('x');window.ran?.('x');alert('x')";
const svg = (content: string, attributes = ""): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40" ${attributes}>${content}<rect width="40" height="40" fill="red"/></svg>`;

/** The type and text of each file, by the file's name. */
type TestFiles = Record<string, { type: string; text: string }>;

/** A script in these images runs if a browser opens the image as a document, but not if it only draws the image. */
const SCRIPTED_IMAGES: TestFiles = {
  "script.svg": { type: "image/svg+xml", text: svg(`<script>${HOSTILE_CODE}</script>`) },
  "onload.svg": { type: "image/svg+xml", text: svg("", `onload="${HOSTILE_CODE}"`) },
  "animate.svg": {
    type: "image/svg+xml",
    text: svg(`<animate attributeName="x" begin="0s" dur="1s" onbegin="${HOSTILE_CODE}"/>`),
  },
  "inside.svg": {
    type: "image/svg+xml",
    text: svg(
      `<foreignObject width="40" height="40"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="${HOSTILE_CODE}"/><iframe src="javascript:${HOSTILE_CODE}"/></body></foreignObject>`,
    ),
  },
};
/** A browser that opens one of these images as a document requests `EVIL`. */
const REQUESTING_IMAGES: TestFiles = {
  "image.svg": { type: "image/svg+xml", text: svg(`<image href="${EVIL}/i.png" width="9" height="9"/>`) },
  "style.svg": {
    type: "image/svg+xml",
    text: svg(`<style>@import url("${EVIL}/s.css"); rect { fill: url("${EVIL}/f.svg#x") }</style>`),
  },
  "entity.svg": {
    type: "image/svg+xml",
    text: `<!DOCTYPE svg [<!ENTITY a SYSTEM "${EVIL}/e.txt">]>${svg("<text>&a;</text>")}`,
  },
  "use.svg": { type: "image/svg+xml", text: svg(`<use xlink:href="${EVIL}/u.svg#x"/>`) },
};
/** Files that are no images, although their names and types say so. */
const DISGUISED_PAGES: TestFiles = {
  "page.png": { type: "image/png", text: `<!doctype html><script>${HOSTILE_CODE}</script>` },
  "svg.png": { type: "image/png", text: svg(`<script>${HOSTILE_CODE}</script>`) },
  "page.svg": {
    type: "image/svg+xml",
    text: `<html><body onload="${HOSTILE_CODE}"><script>${HOSTILE_CODE}</script></body></html>`,
  },
};

const toInputFiles = (files: TestFiles) =>
  Object.entries(files).map(([name, { type, text }]) => ({ name, mimeType: type, buffer: Buffer.from(text) }));

test.describe("threat 5: files disguised as images", () => {
  // When the browser reads such a file, it logs that the security policy forbids inline event handlers.
  test.use({ expectedError: /Executing inline event handler violates|script-src-attr inline/ });

  for (const [property, files] of [
    ["contains scripts", SCRIPTED_IMAGES],
    ["requests other sites", REQUESTING_IMAGES],
  ] as const)
    test(`threat 5: an image that ${property} is converted to JPEG before upload, runs no script and requests nothing`, async ({
      member: { page },
    }) => {
      const attacks = await recordAttacks(page);
      const form = await openForm(page);
      await form.locator("input[type=file]").setInputFiles(toInputFiles(files));
      await expect(form.getByRole("button", { name: /^Remove .*\.jpg/ })).toHaveCount(Object.keys(files).length);
      const title = uniqueTitle();
      await form.getByLabel("Title").fill(title);
      await form.getByLabel("Description").fill("See the pictures.");
      await form.getByRole("button", { name: /submit/i }).click();
      await expect(form).toBeHidden();
      const { docs } = await db.collection("issues").where("title", "==", title).get();
      const attachments = docs[0]!.get("attachments");
      expect(attachments).toHaveLength(Object.keys(files).length);
      for (const { path, type, name } of attachments) {
        const [bytes] = await getStorage().bucket().file(path).download();
        expect(type).toBe("image/jpeg");
        expect(name).toMatch(/\.jpg$/);
        expect(bytes.subarray(0, 3)).toEqual(JPEG_SIGNATURE);
        expect(bytes.includes("script")).toBe(false);
      }
      await search(page, title);
      await cardOf(page, title).getByRole("button", { name: "View all details" }).click();
      await expect(cardOf(page, title).locator("img")).toHaveCount(attachments.length);
      expect(attacks).toEqual(NO_ATTACKS);
    });

  test("threat 5: the page refuses a file that is not an image, whatever its name and type say", async ({
    member: { page },
  }) => {
    const attacks = await recordAttacks(page);
    const form = await openForm(page);
    await form.locator("input[type=file]").setInputFiles(toInputFiles(DISGUISED_PAGES));
    const fileCount = Object.keys(DISGUISED_PAGES).length;
    await expect(form.getByText("This picture could not be read.")).toHaveCount(fileCount);
    await form.getByLabel("Title").fill(uniqueTitle());
    await form.getByLabel("Description").fill("See the pictures.");
    await form.getByRole("button", { name: /submit/i }).click();
    await expect(form.getByText(`Your report was not added: ${fileCount} files could not be attached`)).toBeVisible();
    expect(attacks).toEqual(NO_ATTACKS);
  });

  test("threat 5: no script in a stored file runs in the list, in the viewer or at the file's address", async ({
    member: { page, person },
  }) => {
    const attacks = await recordAttacks(page);
    const title = uniqueTitle();
    const { id } = await fileReport(person, { title });
    const files = { ...SCRIPTED_IMAGES, ...DISGUISED_PAGES };
    const attachments = await Promise.all(
      Object.entries(files).map(async ([name, { type, text }], index) => {
        const path = `attachments/${person.uid}/${id}/f${index}`;
        await getStorage().bucket().file(path).save(text, { contentType: type });
        return { name, size: text.length, type, path };
      }),
    );
    await db.doc(`issues/${id}`).update({ attachments });
    await page.reload();
    await search(page, title);
    const card = cardOf(page, title);
    await card.getByRole("button", { name: "View all details" }).click();
    const pictures = card.getByRole("button", { name: /^View image / });
    await expect(pictures).toHaveCount(attachments.length);
    await pictures.first().click();
    for (const _ of attachments) await page.keyboard.press("ArrowRight");
    const loadedImages = await page
      .locator("img")
      .evaluateAll((images) => images.filter((img) => (img as HTMLImageElement).naturalWidth > 0));
    expect(loadedImages).toEqual([]);
    await page.keyboard.press("Escape");
    for (const { path } of attachments) {
      const { status, headers } = await call("GET", `/api/${path}`, { as: person });
      expect(status).toBe(200);
      expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-type")).not.toMatch(/svg|html|xml/);
      expect(headers.get("content-disposition")).toMatch(/^attachment/);
      // A browser window that is opened at this address sends no token.
      expect((await page.request.get(`/api/${path}`)).status()).toBe(401);
    }
    expect(attacks).toEqual(NO_ATTACKS);
  });
});
