import type { PageReport } from "@logbook/domain";
import { environmentText, type ReportTexts } from "../report-texts/index.ts";

/** The texts of a bug with which the report of a page begins. The rest is the member's. */
export function textsOfPage({ address, title, browser, width, height, errors }: PageReport): Partial<ReportTexts> {
  const environment = environmentText(browser, width, height);
  return {
    websiteUrl: address,
    environmentInfo: title === "" ? environment : `${environment}\nPage title: ${title}`,
    actualResult: errors.length === 0 ? "" : ["Errors on the page:", ...errors.map((error) => `- ${error}`)].join("\n"),
  };
}

/** What the page is called: its title, or its address without the scheme. */
export const pageName = ({ title, address }: PageReport): string =>
  title === "" ? address.replace(/^https?:\/\//, "") : `“${title}”`;
