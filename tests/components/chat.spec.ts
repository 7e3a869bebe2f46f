import { expect, type Page } from "@playwright/test";
import { PHONE_SIZE } from "../support/browser.ts";
import { deliverTestMessage } from "../support/chat-events.ts";
import { type ChatAnswer, startChatReceiver } from "../support/chat-receiver.ts";
import { serveTrigger } from "../support/functions-process.ts";
import { expectHydrated } from "../support/page.ts";
import { db } from "../support/suite.ts";
import { test } from "./fixtures.ts";
import { findLayoutProblems } from "./layout-problems.ts";

const sectionOf = (page: Page) => page.getByRole("region", { name: "Chat" });
const titlesOf = (page: Page) => page.getByRole("checkbox", { name: "Titles in the chat" });

test("the chat gets no titles until an admin switches them on, by keyboard; the log says who did", async ({
  admin,
}) => {
  const { page, person } = admin;
  await page.goto("/members");
  await expectHydrated(page);
  await expect(sectionOf(page)).toContainText("New reports, status steps and entries of What’s new go to Discord.");
  await expect(titlesOf(page)).not.toBeChecked();
  await titlesOf(page).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("The chat gets titles from now on.")).toBeAttached();
  await expect(titlesOf(page)).toBeFocused();
  expect((await db.doc("settings/chat").get()).data()).toEqual({ titles: true });
  await page.reload();
  await expect(titlesOf(page)).toBeChecked();
  await titlesOf(page).uncheck();
  await expect(page.getByText("The chat gets no titles from now on.")).toBeAttached();
  expect((await db.doc("settings/chat").get()).data()).toEqual({ titles: false });
  await page.getByRole("link", { name: "Log of acts" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "titles" })).toHaveText([
    new RegExp(`${person.username} took the titles of reports out of the chat`),
    new RegExp(`${person.username} had the chat get titles of reports`),
  ]);
});

test("a switch that could not be stored is back where it was, and the page says so", async ({ admin: { page } }) => {
  await page.goto("/members");
  await expectHydrated(page);
  await page.route("**/api/chat", (route) => route.abort());
  await titlesOf(page).click();
  await expect(sectionOf(page).getByRole("alert")).toContainText("This was not changed.");
  await expect(titlesOf(page)).not.toBeChecked();
});

test("a test message is sent, and the page says what became of it, at 390 px too", async ({ admin: { page } }) => {
  const chat = await startChatReceiver();
  const trigger = await serveTrigger("onChatTested", undefined, chat.env);
  const send = async (answer: ChatAnswer, text: string) => {
    chat.answers.push(answer);
    const lastId: unknown = (await db.doc("settings/chat-test").get()).get("id");
    await page.getByRole("button", { name: "Send a test message" }).click();
    await deliverTestMessage(trigger, lastId);
    await expect(sectionOf(page)).toContainText(text);
  };
  await page.goto("/members");
  await expectHydrated(page);
  await send({ status: 204 }, "The message has arrived.");
  await expect(sectionOf(page).getByRole("status")).toHaveText("The message has arrived.");
  await page.setViewportSize(PHONE_SIZE);
  await send({ status: 404 }, "The service refuses the message.");
  await expect(sectionOf(page).getByRole("alert")).toContainText("(Its answer was 404.)");
  expect(chat.messages).toHaveLength(2);
  expect(await findLayoutProblems(page)).toEqual([]);
  await trigger.stop();
  await chat.close();
});
