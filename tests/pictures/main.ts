import { chromium } from "@playwright/test";
import { loadSampleData } from "../../suite/data/sample/load.ts";
import { BROWSER } from "../support/browser.ts";
import { ORIGIN } from "../support/suite.ts";
import { takeAdmin } from "./admin.ts";
import { castVotes, makeNews, waitForHistory } from "./events.ts";
import { takeList } from "./list.ts";
import { takeNews } from "./news.ts";
import { takeReportForm } from "./report-form.ts";
import { takeReportPage } from "./report-page.ts";
import { openStudio } from "./studio.ts";

const HOUR_MS = 3_600_000;

// Exit at once: the browser gets the signal too, and its exit would print an error.
process.once("SIGTERM", () => process.exit(130));
console.log("Loading the sample data…");
await loadSampleData(process.env as Record<string, string>, () => undefined);
await waitForHistory();
const browser = await chromium.launch(BROWSER.launchOptions);
try {
  const studio = await openStudio(browser, ORIGIN, Date.now() + 2.5 * HOUR_MS);
  await castVotes(studio);
  await makeNews(studio);
  await takeNews(studio);
  await takeList(studio);
  await takeReportPage(studio);
  await takeReportForm(studio);
  await takeAdmin(studio);
} finally {
  await browser.close();
}
