import { expect, type Page } from "@playwright/test";
import { patient } from "../support/patience.ts";
import { addAmendment, call, fileReport, newAdmin, newMember, test } from "./fixtures.ts";
import { findLayoutProblems } from "./layout-problems.ts";

test.setTimeout(patient(120_000));

// 40 letters, the widest ones of the alphabet, without a place to break a line.
const MEMBER_NAME = `${"WM".repeat(19)}Wa`;
const ADMIN_NAME = `${"MW".repeat(19)}Mb`;

test("names of 40 letters without a space fit into 320 px on every screen, as cards and as rows", async ({
  openAs,
}) => {
  const member = await newMember(MEMBER_NAME);
  const admin = await newAdmin(ADMIN_NAME);
  const { id, number } = await fileReport(admin, { title: "Photo upload fails" });
  const gone = await fileReport(member, { title: "Gone" });
  await addAmendment(member, id, "It does here, too.");
  await addAmendment(admin, id, "Thank you.");
  await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } });
  await call("DELETE", `/api/issues/${gone.id}`, { as: admin });

  const { page } = await openAs(admin);
  await page.setViewportSize({ width: 320, height: 800 });
  const expectFits = async (screen: string) => {
    expect.soft(await findLayoutProblems(page), screen).toEqual([]);
    expect.soft(await hiddenNames(page), `${screen}: names that are cut off`).toEqual([]);
  };
  await expect(page.getByRole("article")).toHaveCount(1);
  await expectFits("cards");
  await page.getByRole("button", { name: "View all details" }).click();
  await expectFits("a card with details");
  await page.getByRole("button", { name: /^News/ }).click();
  await expect(page.getByRole("region", { name: "News" }).getByRole("listitem")).toHaveCount(1);
  // The panel covers the page below.
  expect.soft((await findLayoutProblems(page)).filter((problem) => !problem.includes(" overlaps "))).toEqual([]);
  expect.soft(await hiddenNames(page), "news: names that are cut off").toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expectFits("the dialog before a deletion");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Rows", exact: true }).click();
  await expectFits("rows");
  await page.getByRole("button", { name: "Report Bug" }).click();
  await expect(page.getByRole("form", { name: "Report Bug" })).toBeVisible();
  await expectFits("the report form");
  await page.goto(`/?report=${number}`);
  await expect(page.getByText("moved this").first()).toBeVisible();
  await expectFits("a report's page");
  for (const screen of ["members", "trash"]) {
    await page.goto(`/${screen}`);
    await page.getByRole("listitem").first().waitFor();
    await expectFits(screen);
  }
});

/** The names outside of the header and of rows, which end with an ellipsis, of which a part is cut off. */
const hiddenNames = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const names = [...document.querySelectorAll("strong[dir], h2, bdi, [data-layout=cards] .card-reporter")];
    const isCutOff = (element: Element): boolean =>
      [...ancestors(element)].some(
        (ancestor) =>
          getComputedStyle(ancestor).overflowX !== "visible" && ancestor.scrollWidth > ancestor.clientWidth + 1,
      );
    function* ancestors(element: Element): Generator<Element> {
      for (let current: Element | null = element; current !== null; current = current.parentElement) yield current;
    }
    return names
      .filter((name) => /(?:WM){5}/.test(name.textContent ?? "") && name.checkVisibility() && !name.closest("header"))
      .filter((name) => !name.closest("[data-layout=rows] article") && isCutOff(name))
      .map((name) => `${name.localName} "${name.textContent}"`);
  });
