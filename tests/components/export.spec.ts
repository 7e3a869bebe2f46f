import { readFile } from "node:fs/promises";
import type { WireIssue } from "@logbook/domain";
import { type Download, expect, type Page } from "@playwright/test";
import { PHONE_SIZE } from "../support/browser.ts";
import { readStrictCsv } from "../support/csv.ts";
import { uploadFor } from "../support/files.ts";
import { cardOf, hideServerTime, runUntilVisible, search } from "../support/page.ts";
import { addAmendment, call, fileReport, newMember, test, uniqueId } from "./fixtures.ts";

const PARTS = "**/api/export/reports?*";

const openDialog = async (page: Page) => {
  await page.getByRole("button", { name: "Export…" }).click();
  return page.getByRole("dialog", { name: "Export the list" });
};

async function saveExport(page: Page, format: "CSV" | "JSON"): Promise<{ download: Download; text: string }> {
  const dialog = await openDialog(page);
  await dialog.getByRole("radio", { name: format }).check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  return { download, text };
}

/** Texts that a spreadsheet would take for formulas, or a careless reader for the end of a cell or row. */
const HOSTILE_TEXTS = [
  `=HYPERLINK("https://example.org";"click")`,
  "+1+1",
  "-2+3",
  "@SUM(A1:A9)",
  "＝1+1",
  'He said "no", twice',
  "one\ntwo,\nthree",
  "'already",
  "emoji 🐞 and العربية",
];

test("threat 39: an admin exports the filtered list as CSV: each row is the report that the list shows there, formulas are disarmed", async ({
  admin: { page, person },
}) => {
  const reporter = await newMember(`-${uniqueId("m")}`);
  const word = uniqueId("w").replaceAll("-", "");
  for (const [index, text] of HOSTILE_TEXTS.entries())
    await fileReport(index % 2 === 0 ? reporter : person, {
      title: `${text.replaceAll("\n", " ")} ${word}`,
      description: text,
    });
  await fileReport(reporter, { title: "Does not match" });
  await search(page, word);
  const { body } = await call("GET", `/api/issues?search=${word}&sort=newest&pageSize=100`, { as: person });
  const reports = (body.order as string[]).map((id) => body.bugs.find((bug: WireIssue) => bug.id === id) as WireIssue);
  const file = await uploadFor(person, reports[0]!.id, "=1+1.log", Buffer.from("a log"));
  await addAmendment(person, reports[0]!.id, "=1+1 is a formula", [file]);
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("newest");
  await expect(page).toHaveURL(/sort=newest/);
  const { download, text } = await saveExport(page, "CSV");
  await expect(page.getByRole("dialog").getByRole("status").last()).toContainText(
    `The file has ${HOSTILE_TEXTS.length} reports.`,
  );

  expect(download.suggestedFilename()).toMatch(/^logbook-reports-\d{4}-\d\d-\d\d\.csv$/);
  expect(text.startsWith("\ufeffNumber,Type,")).toBe(true);
  const [header, ...rows] = readStrictCsv(text.slice(1));
  const cellsOf = (row: string[]) => Object.fromEntries(header!.map((name, index) => [name, row[index]!]));
  const disarmed = (value: string) => (/^[=+\-@＝]/.test(value) ? `'${value}` : value);
  expect(rows).toHaveLength(HOSTILE_TEXTS.length);
  for (const [index, row] of rows.entries()) {
    const { number, title, description, user, votes, createdAt, id } = reports[index]!;
    expect(cellsOf(row)).toMatchObject({
      ...{ Number: String(number), Type: "Bug", Status: "Open", Priority: "Medium", Votes: String(votes), Id: id },
      ...{ Title: disarmed(title), Description: disarmed(description), Reporter: disarmed(user.username) },
      Created: createdAt,
    });
    for (const cell of row) expect(cell).not.toMatch(/^[=+\-@\t\r＝]/);
  }
  expect(cellsOf(rows[0]!).Amendments).toMatch(/^\d{4}-.*Z ada \(admin\):\n=1\+1 is a formula\nFile: =1\+1\.log$/);
});

test("the JSON has each report as the API has it, with complete amendments", async ({ admin: { page, person } }) => {
  const { id, title } = await fileReport(await newMember(), { title: uniqueId("Json") });
  const file = await uploadFor(person, id, "app.log", Buffer.from("a log"));
  await addAmendment(person, id, "First\nline", [file]);
  await search(page, title);
  const { text } = await saveExport(page, "JSON");
  const { amendment, attachments, user, ...fields }: WireIssue = (
    await call("GET", `/api/issues/${id}`, { as: person })
  ).body.issue;
  expect(JSON.parse(text)).toEqual({
    ...{ asOf: expect.any(String), revision: expect.any(Number), total: 1, missing: [], changed: [] },
    reports: [{ ...fields, reporter: user.username, attachments: [], amendments: JSON.parse(amendment) }],
  });
  expect(JSON.parse(text).reports[0].amendments).toMatchObject([{ text: "First\nline", attachments: [file] }]);
});

test("an export shows its progress, continues after a lost connection, and says what was deleted meanwhile", async ({
  openAs,
  actors,
}) => {
  const { page, log } = await openAs(actors.admin);
  const reporter = await newMember();
  const title = uniqueId("Pause");
  const { id } = await fileReport(reporter, { title });
  await fileReport(reporter, { title });
  await search(page, title);
  await page.clock.install();
  await hideServerTime(page);
  await page.route(PARTS, (route) => route.abort());
  const dialog = await openDialog(page);
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect(dialog.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "0 of 2 reports");
  await runUntilVisible(page, dialog.getByRole("alert"));
  await expect(dialog.getByRole("alert")).toHaveText(/cannot be reached/);
  // Escape does not end what is not done.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await call("DELETE", `/api/issues/${id}`, { as: actors.admin, body: {} });
  await page.unroute(PARTS);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Retry" }).click(),
  ]);
  await expect(dialog.getByText("The file has 1 report. 1 report was deleted meanwhile.")).toBeVisible();
  const rows = readStrictCsv((await readFile(await download.path(), "utf8")).slice(1));
  expect(rows).toHaveLength(2);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Export…" })).toBeFocused();
  log.length = 0;
});

test("a cancelled export makes no more calls and no file", async ({ admin: { page, person } }) => {
  const { title } = await fileReport(person, { title: uniqueId("Cancel") });
  await search(page, title);
  let calls = 0;
  let answer = () => undefined as unknown;
  const answered = new Promise((resolve) => (answer = () => resolve(undefined)));
  await page.route(PARTS, async (route) => {
    calls += 1;
    await answered;
    await route.abort().catch(() => undefined);
  });
  const downloads: Download[] = [];
  page.on("download", (download) => downloads.push(download));
  const dialog = await openDialog(page);
  await dialog.getByRole("button", { name: "Export", exact: true }).click();
  await expect.poll(() => calls).toBe(1);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  answer();
  await page.reload();
  await expect(cardOf(page, title)).toBeVisible();
  expect(calls).toBe(1);
  expect(downloads).toEqual([]);
});

test("only admins have the button; at 390 px the dialog fits", async ({ admin, member }) => {
  await expect(member.page.getByRole("navigation", { name: "Views" })).toBeVisible();
  await expect(admin.page.getByRole("button", { name: "Export…" })).toBeVisible();
  await expect(member.page.getByRole("button", { name: "Export…" })).toHaveCount(0);
  const { page } = admin;
  await page.setViewportSize(PHONE_SIZE);
  const dialog = await openDialog(page);
  await expect(dialog.getByRole("radio", { name: "CSV" })).toBeChecked();
  const box = (await dialog.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(PHONE_SIZE.width);
});
