import { expect } from "@playwright/test";
import { call, fileReport } from "../support/actors.ts";
import { cardOf, search } from "../support/page.ts";
import { db } from "../support/suite.ts";
import { test } from "./fixtures.ts";
import { NO_ATTACKS, recordAttacks, uniqueTitle } from "./threats.ts";

test("threat 9: only http, https and e-mail addresses are links in a report's texts and amendments", async ({
  member: { page, person },
}) => {
  const attacks = await recordAttacks(page);
  const hostileTexts = [
    "javascript:ran('x')",
    "JaVaScRiPt:ran('x')",
    "javascript://example.org/%0aran('x')",
    "data:text/html,<script>ran('x')</script>",
    "vbscript:ran('x')",
    "java\tscript:ran('x')",
    "//evil.example/x",
    "http:evil.example",
    "https:\\\\evil.example",
    "blob:evil.example/x",
    "file:///etc/passwd",
    "mailto:x@evil.example?body=Hello",
    "ftp://www.evil.example",
    "<a href=\"javascript:ran('x')\">x</a>",
    "<img src=x onerror=ran('x')>",
  ];
  const validAddress = "https://example.org/a?b=c#d";
  const title = uniqueTitle();
  const { id } = await fileReport(person, {
    title,
    description: `${hostileTexts.join("\n")}\n${validAddress}`,
    actualResult: hostileTexts.join(" "),
  });
  // The API and the rules would refuse this address, but a write in Firebase's console bypasses both.
  await db.doc(`issues/${id}`).update({ websiteUrl: "javascript:ran('x')" });
  await call("POST", "/api/issues/amendment", { as: person, body: { issueId: id, text: hostileTexts.join("\n") } });
  await page.reload();
  await search(page, title);
  const card = cardOf(page, title);
  await card.getByRole("button", { name: "View all details" }).click();
  await expect(card.getByText("Website URL")).toBeVisible();
  const link = card.getByRole("link", { name: validAddress });
  await expect(link).toHaveAttribute("href", validAddress);
  // Links with `data-report` are not from the texts: they lead to the report's page.
  const links = await card.locator("a:not([data-report])").evaluateAll((elements) =>
    (elements as HTMLAnchorElement[]).map((a) => ({
      href: a.getAttribute("href"),
      protocol: a.protocol,
      rel: a.rel,
    })),
  );
  expect(links.length).toBeGreaterThan(0);
  for (const { href, protocol, rel } of links)
    expect({ href, protocol, rel }).toEqual({ href: validAddress, protocol: "https:", rel: "noopener noreferrer" });
  // The page shows hostile texts, such as the first five, as plain text.
  for (const text of hostileTexts.slice(0, 5)) await expect(card.getByText(text).first()).toBeVisible();
  await expect(card.locator("img")).toHaveCount(0);
  await card.getByText("javascript:ran('x')").last().click();
  expect(attacks).toEqual(NO_ATTACKS);
});

test("threat 8: a report whose text could slow down link detection or search does not block the page", async ({
  member: { page, person },
}) => {
  const title = uniqueTitle();
  // Many beginnings of links without an end, and accents without letters.
  const longText = (piece: string): string => piece.repeat(10_000).slice(0, 10_000);
  const { id } = await fileReport(person, {
    title,
    description: longText("http://"),
    actualResult: longText("mailto:"),
  });
  await db.doc(`issues/${id}`).update({
    reproductionSteps: longText("https://a."),
    expectedResult: longText("("),
    environmentInfo: longText("a@"),
    websiteUrl: longText("\u0301\u0316"),
  });
  await page.reload();
  await search(page, title);
  const card = cardOf(page, title);
  await page.evaluate(() => {
    const taskDurations: number[] = [];
    Object.assign(window, { taskDurations });
    const observer = new PerformanceObserver((list) => {
      taskDurations.push(...list.getEntries().map(({ duration }) => duration));
    });
    observer.observe({ entryTypes: ["longtask"] });
  });
  await card.getByRole("button", { name: "View all details" }).click();
  await expect(card.getByText("Actual Result")).toBeVisible();
  await search(page, `${title} `);
  // On an idle machine no task takes longer than 150 ms.
  for (const duration of await page.evaluate<number[]>("taskDurations")) expect(duration).toBeLessThan(1_500);
});
