import type { Page } from "@playwright/test";
import { cardOf } from "../support/page.ts";
import type { Studio } from "./studio.ts";

/** The name of the button that collapses the summary. */
export const SUMMARY = "Summary";

/** The region with the list's heading, its filters and the list. */
export const listRegion = (page: Page) => page.getByRole("region", { name: "Entries" });

const listHeading = (page: Page) => page.getByRole("heading", { name: "Entries" });
const waitForList = (page: Page) =>
  page
    .getByRole("button", { name: /^Voted/ })
    .first()
    .waitFor();

/** The dashboard, the list and everything that filters the list. */
export async function takeList({ open, take }: Studio): Promise<void> {
  const visitor = await open(null, { height: 720 });
  await visitor.getByRole("button", { name: "Login" }).waitFor();
  await take("sign-in", visitor);

  const dashboard = await open("ada", { height: 900 });
  await waitForList(dashboard);
  await take("dashboard", dashboard);

  const rows = await open("max", { height: 760 });
  await waitForList(rows);
  await rows.getByRole("button", { name: SUMMARY }).click();
  await rows.getByRole("button", { name: "Rows" }).click();
  await rows.getByRole("button", { name: "Whole card" }).nth(1).click();
  await rows.mouse.move(0, 0);
  await take("rows", rows);

  const phone = await open("max", { phone: true, dark: true });
  await waitForList(phone);
  await take("phone-dark", phone);

  const filters = await open("max");
  await filters.getByRole("link", { name: /In Progress, show them$/ }).click();
  await filters.getByLabel("Type").selectOption("Bug");
  await filters.getByText(/\d of 24 match/).waitFor();
  await waitForList(filters);
  await take(
    "filters",
    filters,
    filters.getByRole("main").locator(":scope > :first-child"),
    listHeading(filters),
    filters.getByRole("article").first(),
  );

  const views = await open("max", { height: 720 }, "/?show=mine&status=open&sort=wanted");
  await views.getByRole("button", { name: "Save this view" }).click();
  await views.getByRole("textbox", { name: "Name of the view" }).fill("My open reports");
  await views.getByRole("button", { name: "Save", exact: true }).click();
  await views.getByRole("link", { name: "My open reports" }).waitFor();
  await views.mouse.move(0, 0);
  await take("views", views, listHeading(views), views.getByRole("search"), views.getByRole("article").first());

  const search = await open("max");
  await search.getByRole("searchbox", { name: "Search" }).fill("by:max is:testing");
  await search.getByText(/\d of 24 match/).waitFor();
  await take("search", search, listHeading(search), search.getByRole("search"), search.getByRole("article").last());

  const help = await open("max");
  await help.getByRole("searchbox", { name: "Search" }).fill("calender");
  await help.getByText("Did you mean").waitFor();
  await take("did-you-mean", help, listRegion(help));

  const account = await open("max", { dark: true, height: 560 });
  await account.getByRole("button", { name: "My account" }).click();
  await account.getByRole("button", { name: "Sign out everywhere" }).waitFor();
  await account.mouse.move(0, 0);
  await take(
    "account",
    account,
    account.getByRole("banner"),
    account.getByRole("main").locator(":scope > :first-child"),
  );

  const card = await open("max", { height: 1200 }, "/?search=%238");
  await waitForList(card);
  await take("vote", card, cardOf(card, "Sign-up form"));

  const amendment = await open("max", { height: 1200 }, "/?search=%2311");
  const stretched = cardOf(amendment, "stretched and blurred");
  await stretched.getByRole("textbox", { name: "Amendment" }).fill("Thank you! The same happens in the slide show.");
  await take("amendment", amendment, stretched);
}
