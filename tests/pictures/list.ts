import type { Page } from "@playwright/test";
import { cardOf } from "../support/page.ts";
import { searchAddressOf } from "./events.ts";
import { movePointerAway, type PictureTaker } from "./picture-taker.ts";

/** The name of the button that collapses the summary. */
export const SUMMARY_BUTTON = "Summary";

/** The summary above the list, which counts the reports by status. */
export const summaryOf = (page: Page) => page.getByRole("main").locator(":scope > :first-child");

/** The region with the list's heading, its filters and the list. */
export const listRegion = (page: Page) => page.getByRole("region", { name: "Entries" });

const listHeading = (page: Page) => page.getByRole("heading", { name: "Entries" });
/** Waits for the list and for the member's votes, which load after the list. */
const waitForList = (page: Page) =>
  page
    .getByRole("button", { name: /^Voted/ })
    .first()
    .waitFor();

/** Takes the pictures of the dashboard, of the list and of everything that filters the list. */
export async function takeListPictures({ openWindow, takePicture }: PictureTaker): Promise<void> {
  const visitorPage = await openWindow(null, { height: 720 });
  await visitorPage.getByRole("button", { name: "Login" }).waitFor();
  await takePicture("sign-in", visitorPage);

  const dashboardPage = await openWindow("ada", { height: 780 });
  await waitForList(dashboardPage);
  await takePicture("dashboard", dashboardPage);

  const rowsPage = await openWindow("max", { height: 760 });
  await waitForList(rowsPage);
  await rowsPage.getByRole("button", { name: SUMMARY_BUTTON }).click();
  await rowsPage.getByRole("button", { name: "Rows" }).click();
  await rowsPage.getByRole("button", { name: "Whole card" }).nth(1).click();
  await movePointerAway(rowsPage);
  await takePicture("rows", rowsPage);

  const phonePage = await openWindow("max", { isPhone: true, isDark: true });
  await waitForList(phonePage);
  await takePicture("phone-dark", phonePage);

  const filtersPage = await openWindow("max");
  await filtersPage.getByRole("link", { name: /In Progress, show them$/ }).click();
  await filtersPage.getByLabel("Type").selectOption("Bug");
  await filtersPage.getByText(/\d of 24 match/).waitFor();
  await waitForList(filtersPage);
  await takePicture(
    "filters",
    filtersPage,
    summaryOf(filtersPage),
    listHeading(filtersPage),
    filtersPage.getByRole("article").first(),
  );

  const viewsPage = await openWindow("max", { height: 720 }, "/?show=mine&status=open&sort=wanted");
  await viewsPage.getByRole("button", { name: "Save this view" }).click();
  await viewsPage.getByRole("textbox", { name: "Name of the view" }).fill("My open reports");
  await viewsPage.getByRole("button", { name: "Save", exact: true }).click();
  await viewsPage.getByRole("link", { name: "My open reports" }).waitFor();
  await movePointerAway(viewsPage);
  await takePicture(
    "views",
    viewsPage,
    listHeading(viewsPage),
    viewsPage.getByRole("search"),
    viewsPage.getByRole("article").first(),
  );

  const searchPage = await openWindow("max");
  await searchPage.getByRole("searchbox", { name: "Search" }).fill("by:max is:testing");
  await searchPage.getByText(/\d of 24 match/).waitFor();
  await takePicture(
    "search",
    searchPage,
    listHeading(searchPage),
    searchPage.getByRole("search"),
    searchPage.getByRole("article").last(),
  );

  const suggestionPage = await openWindow("max");
  await suggestionPage.getByRole("searchbox", { name: "Search" }).fill("calender");
  await suggestionPage.getByText("Did you mean").waitFor();
  await takePicture("did-you-mean", suggestionPage, listRegion(suggestionPage));

  const accountPage = await openWindow("max", { isDark: true, height: 560 });
  await accountPage.getByRole("button", { name: "My account" }).click();
  await accountPage.getByRole("button", { name: "Sign out everywhere" }).waitFor();
  await movePointerAway(accountPage);
  await takePicture(
    "account",
    accountPage,
    accountPage.getByRole("banner"),
    accountPage.getByRole("button", { name: "Delete account" }),
  );

  const cardPage = await openWindow("max", { height: 1200 }, searchAddressOf(8));
  await waitForList(cardPage);
  await takePicture("vote", cardPage, cardOf(cardPage, "Sign-up form"));

  const amendmentPage = await openWindow("max", { height: 1200 }, searchAddressOf(11));
  const amendedCard = cardOf(amendmentPage, "stretched and blurred");
  await amendedCard.getByRole("textbox", { name: "Amendment" }).fill("Thank you! The same happens in the slide show.");
  await takePicture("amendment", amendmentPage, amendedCard);
}
