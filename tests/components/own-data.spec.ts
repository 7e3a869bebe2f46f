import { readFile } from "node:fs/promises";
import { parseJsonList } from "@logbook/domain";
import { expect, type Page } from "@playwright/test";
import { strFromU8, unzipSync } from "fflate";
import { getStorage } from "firebase-admin/storage";
import { PHONE_SIZE } from "../support/browser.ts";
import { uploadFor } from "../support/files.ts";
import { hideServerTime, runUntilVisible } from "../support/page.ts";
import { addAmendment, call, fileReport, newMember, type Person, test, uniqueId } from "./fixtures.ts";

const FILE_CALLS = "**/api/attachments/**";

/** Takes the browser's dialog for files away: then the page saves a download, as it does in Firefox and Safari. */
const withoutFilePicker = (page: Page) =>
  page.evaluate(() => Object.defineProperty(window, "showSaveFilePicker", { value: undefined, configurable: true }));

async function openDialog(page: Page) {
  await page.getByRole("button", { name: "My account" }).click();
  await page.getByRole("button", { name: "Download my data" }).click();
  return page.getByRole("dialog", { name: "Download my data" });
}

/** Files a report with text files of these contents. */
async function fileReportWithFiles(person: Person, contents: readonly string[]) {
  const id = uniqueId("r");
  const attachments = await Promise.all(
    contents.map((content, index) => uploadFor(person, id, `note.${index}.txt`, Buffer.from(content))),
  );
  return await fileReport(person, { id, attachments });
}

const readArchive = (bytes: Uint8Array) => {
  const files = unzipSync(bytes);
  return { files, data: JSON.parse(strFromU8(files["data.json"]!)) };
};

test("a member's archive has their texts, edits, votes and files, byte by byte; a file that is gone is named", async ({
  openAs,
}) => {
  const member = await newMember();
  const other = await newMember();
  const report = await fileReportWithFiles(member, ["First ✓", "x".repeat(100_000), "gone"]);
  const others = await fileReport(other, { title: "Somebody else's" });
  const ofNote = await uploadFor(member, others.id, "note.0.txt", Buffer.from("Of my note"));
  await addAmendment(member, others.id, "My note", [ofNote]);
  await addAmendment(other, report.id, "Not mine");
  await call("PUT", `/api/issues/${others.id}/vote`, { as: member, body: { voted: true } });
  const [, , gone] = parseJsonList(report.attachments) as { url: string }[];
  await getStorage().bucket().file(gone!.url.replace("/api/", "")).delete();
  const { page, log } = await openAs(member);
  await withoutFilePicker(page);
  const dialog = await openDialog(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  await expect(
    dialog.getByText("The archive has your texts in 2 reports, and 3 files. 1 file could not be found"),
  ).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^logbook-my-data-\d{4}-\d\d-\d\d\.zip$/);
  const { files, data } = readArchive(await readFile(await download.path()));
  const folder = `files/${report.number}`;
  const noteFile = `files/${others.number}/amendment-1-1-note.0.txt`;
  expect(Object.keys(files).sort()).toEqual(
    ["data.json", `${folder}/1-note.0.txt`, `${folder}/2-note.1.txt`, noteFile].sort(),
  );
  expect(strFromU8(files[noteFile]!)).toBe("Of my note");
  expect(strFromU8(files[`${folder}/1-note.0.txt`]!)).toBe("First ✓");
  expect(strFromU8(files[`${folder}/2-note.1.txt`]!)).toBe("x".repeat(100_000));
  expect(data.missingFiles).toEqual([`${folder}/3-note.2.txt`]);
  expect(data.account).toMatchObject({ id: member.uid, username: member.username });
  expect(data.votes).toMatchObject([{ issueId: others.id }]);
  expect(data.events).toHaveLength(2);
  const reportOf = (id: string) => data.reports.find((entry: { id: string }) => entry.id === id);
  expect(reportOf(report.id)).toMatchObject({ title: report.title, amendments: [] });
  expect(reportOf(report.id).attachments[1].file).toBe(`${folder}/2-note.1.txt`);
  expect(reportOf(others.id)).toMatchObject({
    title: "Somebody else's",
    amendments: [{ text: "My note", attachments: [{ file: noteFile }] }],
  });
  expect(JSON.stringify(data)).not.toContain("Not mine");
  // The browser logs the 404 of the file that is gone.
  log.length = 0;
});

test("an archive is written to the chosen file as it is made, and continues after a lost connection", async ({
  openAs,
}) => {
  const member = await newMember();
  const report = await fileReportWithFiles(member, ["one", "two"]);
  const { page, log } = await openAs(member);
  // Playwright cannot use the browser's dialog for files, so the test chooses a file of the page's own file system.
  await page.evaluate(() =>
    Object.defineProperty(window, "showSaveFilePicker", {
      configurable: true,
      value: async ({ suggestedName }: { suggestedName: string }) => {
        const folder = await navigator.storage.getDirectory();
        return await folder.getFileHandle(suggestedName, { create: true });
      },
    }),
  );
  await page.clock.install();
  await hideServerTime(page);
  const dialog = await openDialog(page);
  await page.route(FILE_CALLS, (route) => route.abort());
  await dialog.getByRole("button", { name: "Download" }).click();
  await runUntilVisible(page, dialog.getByRole("alert"));
  await expect(dialog.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "0 of 2 files");
  await page.unroute(FILE_CALLS);
  await dialog.getByRole("button", { name: "Retry" }).click();
  await expect(dialog.getByText("The archive has your texts in 1 report, and 2 files.")).toBeVisible();
  const bytes = await page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    for await (const handle of (folder as unknown as { values(): AsyncIterable<FileSystemFileHandle> }).values())
      return [...new Uint8Array(await (await handle.getFile()).arrayBuffer())];
    return [];
  });
  const { files } = readArchive(Uint8Array.from(bytes));
  expect(strFromU8(files[`files/${report.number}/2-note.1.txt`]!)).toBe("two");
  log.length = 0;
});

test("who chooses no file is asked again; a cancelled archive is no file; at 390 px the dialog fits", async ({
  openAs,
}) => {
  const member = await newMember();
  await fileReportWithFiles(member, ["one"]);
  const { page } = await openAs(member);
  await page.setViewportSize(PHONE_SIZE);
  await page.evaluate(() =>
    Object.defineProperty(window, "showSaveFilePicker", {
      configurable: true,
      value: () => Promise.reject(new DOMException("No file.", "AbortError")),
    }),
  );
  const dialog = await openDialog(page);
  const box = (await dialog.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(PHONE_SIZE.width);
  const start = dialog.getByRole("button", { name: "Download" });
  await start.click();
  await expect(start).not.toHaveAttribute("aria-busy");

  await withoutFilePicker(page);
  const downloads: unknown[] = [];
  page.on("download", (download) => downloads.push(download));
  let requests = 0;
  await page.route(FILE_CALLS, () => {
    requests += 1;
  });
  await start.click();
  await expect.poll(() => requests).toBe(1);
  await expect(start).toHaveAttribute("aria-busy");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "My account" })).toBeFocused();
  expect(downloads).toEqual([]);
});
