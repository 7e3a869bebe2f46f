import { chromium } from "@playwright/test";
import { loadSampleData } from "../../suite/data/sample/load.ts";
import { BROWSER } from "../support/browser.ts";
import { ORIGIN } from "../support/suite.ts";
import { takeAdminPictures } from "./admin.ts";
import { castVotes, makeNews } from "./events.ts";
import { takeListPictures } from "./list.ts";
import { takeNewsPictures } from "./news.ts";
import { createPictureTaker } from "./picture-taker.ts";
import { takeReportFormPictures } from "./report-form.ts";
import { takeReportPagePictures } from "./report-page.ts";
import { takeTriagePictures } from "./triage.ts";

const HOUR_MS = 3_600_000;

// The signal ends the browser too. If this process did not exit at once, it would print an error about that.
process.once("SIGTERM", () => process.exit(130));
console.log("Loading the sample data…");
const ignoreProgress = () => undefined;
await loadSampleData(process.env as Record<string, string>, ignoreProgress);
const browser = await chromium.launch(BROWSER.launchOptions);
try {
  // The sample data, which has just been written, is '2 h ago' in the pictures.
  const timeInPictures = Date.now() + 2.5 * HOUR_MS;
  const pictureTaker = await createPictureTaker(browser, ORIGIN, timeInPictures);
  await castVotes(pictureTaker);
  await makeNews(pictureTaker);
  await takeNewsPictures(pictureTaker);
  await takeListPictures(pictureTaker);
  await takeReportPagePictures(pictureTaker);
  await takeReportFormPictures(pictureTaker);
  await takeAdminPictures(pictureTaker);
  await takeTriagePictures(pictureTaker);
} finally {
  await browser.close();
}
