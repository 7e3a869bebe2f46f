/** What a community changes to make the logbook its own. */
export const PROJECT = {
  /** The product's name, in the header and the window's title. */
  productName: "Logbook",
  /** The project whose bugs and features are logged. */
  projectName: "Official Website",
  /** When it is due, as people would write it. */
  deadline: "September 1st 2025",
  /** Where members see the project at work. */
  devSiteUrl: "https://dev.example.org",
  devSiteLabel: "Dev site",
  /** The footer's made-for line. */
  credit: "Made for the community, by its members.",
} as const;
