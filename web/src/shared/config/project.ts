/** The texts that each community changes for its own logbook. */
export const PROJECT = {
  /** The product's name, in the header and the window's title. */
  productName: "Logbook",
  /** The project whose bugs and features are logged. */
  projectName: "Official Website",
  deadline: "September 1st 2025",
  devSiteUrl: "https://dev.example.org",
  devSiteLabel: "Dev site",
  /** A line in the footer. */
  credit: "Made for the community, by its members.",
} as const;
