import { expect } from "@playwright/test";
import { call, fileReport } from "../support/actors.ts";
import { uniqueId } from "../support/suite.ts";
import { test } from "./fixtures.ts";
import { amend, waitForListener } from "./live-updates.ts";

test("a report's page shows, without a reload, how an admin moves, amends, deletes and restores the report", async ({
  admin,
  member,
}) => {
  const { page } = member;
  const report = await fileReport(member.person, { title: uniqueId("Page") });
  await page.goto(`/?report=${report.number}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(report.title);
  await waitForListener(page);
  const timelineEntries = page.locator("main ol > li");
  await call("PUT", `/api/issues/${report.id}`, { as: admin.person, body: { status: "IN_PROGRESS" } });
  await expect(timelineEntries.last()).toHaveText(
    new RegExp(`^${admin.person.username} moved this from Open to In Progress`),
  );
  await call("POST", "/api/issues/amendment", { as: admin.person, body: { issueId: report.id, text: "We have it." } });
  await expect(timelineEntries.last()).toContainText("We have it.");
  const amendmentBox = page.getByRole("textbox", { name: "Amendment", exact: true });
  await amendmentBox.fill("Half a thought");
  await call("DELETE", `/api/issues/${report.id}`, { as: admin.person });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`There is no report #${report.number}`);
  // The member can still copy the unsent text.
  await expect(amendmentBox).toHaveValue("Half a thought");
  await expect(amendmentBox).not.toBeEditable();
  await call("POST", `/api/trash/${report.id}/restore`, { as: admin.person, body: {} });
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(report.title);
  await expect(timelineEntries.last()).toContainText("restored this from the trash");
  await expect(amendmentBox).toHaveValue("Half a thought");
});

test("a report's page is updated again if the report changes while an update is being loaded", async ({
  member: { page, person },
}) => {
  const report = await fileReport(person, { title: uniqueId("Twice") });
  await page.goto(`/?report=${report.number}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(report.title);
  await waitForListener(page);
  // The response to the first update has only the first amendment: the second is added before the response arrives.
  await page.route(
    /\/api\/reports\/\d+/,
    async (route) => {
      const response = await route.fetch();
      await amend(person, report.id, "The second");
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  await amend(person, report.id, "The first");
  await expect(page.getByText("The first")).toBeVisible();
  await expect(page.getByText("The second")).toBeVisible();
});
