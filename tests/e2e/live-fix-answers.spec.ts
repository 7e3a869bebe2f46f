import { expect } from "@playwright/test";
import { call, fileReport } from "../support/actors.ts";
import { cardOf, expectHydrated, search } from "../support/page.ts";
import { uniqueId } from "../support/suite.ts";
import { test } from "./fixtures.ts";

test("'Fixed for you?' shows in the reporter's open list when an admin resolves the bug, the answer in the admin's, and a reopening begins anew in both", async ({
  member,
  admin,
}) => {
  const title = uniqueId("Live");
  const { id } = await fileReport(member.person, { title });
  for (const status of ["IN_PROGRESS", "TESTING"])
    await call("PUT", `/api/issues/${id}`, { as: admin.person, body: { status } });
  for (const { page } of [member, admin]) {
    await search(page, title);
    await expectHydrated(page);
  }
  const [memberCard, adminCard] = [cardOf(member.page, title), cardOf(admin.page, title)];
  const question = memberCard.getByRole("group", { name: "Fixed for you?" });
  const step = (name: string) => adminCard.getByRole("button", { name }).click();

  await step("Mark as Resolved");
  await question.getByRole("button", { name: "Still happens" }).click();
  await member.page.keyboard.type("With two pictures.");
  await member.page.keyboard.press("Control+Enter");
  await expect(adminCard.getByText("Fixed? 1 still happens")).toBeVisible();
  await expect(adminCard.getByText("With two pictures.")).toBeVisible();
  await expect(adminCard.getByRole("group", { name: "Fixed for you?" })).toHaveCount(0);

  await step("Back to Testing");
  await expect(question).toHaveCount(0);
  await expect(memberCard.getByText("Fixed?")).toHaveCount(0);
  await step("Mark as Resolved");
  await expect(question.getByRole("button", { name: "Still happens" })).toHaveAttribute("aria-pressed", "false");
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(adminCard.getByText("Fixed? 1 yes")).toBeVisible();
});
