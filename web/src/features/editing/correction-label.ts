import type { Area } from "@logbook/domain";

/** What an admin can correct, for the button and the heading of the form. */
export const correctionLabel = (areas: readonly Area[]): string =>
  areas.length === 0 ? "Correct title or priority" : "Correct title, priority or area";
