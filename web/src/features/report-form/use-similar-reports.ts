import { isBlank, LIMITS, toPlainText, type WireSimilarReport } from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { similarReportsQuery } from "../../shared/api/report-queries.ts";

const MIN_TITLE_LENGTH = 5;
const DEBOUNCE_MS = 150;

const NO_REPORTS: readonly WireSimilarReport[] = [];

/** The reports with a title similar to the typed one, once it is long enough and nothing was typed for a moment. */
export function useSimilarReports(typedTitle: string): readonly WireSimilarReport[] {
  const title = toPlainText(typedTitle).trim().slice(0, LIMITS.titleLength);
  const [debouncedTitle, setDebouncedTitle] = useState(title);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedTitle(title), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [title]);
  const isLongEnough = (text: string) => text.length >= MIN_TITLE_LENGTH && !isBlank(text);
  const { data } = useQuery({ ...similarReportsQuery(debouncedTitle), enabled: isLongEnough(debouncedTitle) });
  // Check `title` too, so that the reports disappear as soon as the title becomes too short. Check
  // `debouncedTitle` again, because a query that is not enabled still returns the reports of the title before.
  return isLongEnough(title) && isLongEnough(debouncedTitle) ? (data ?? NO_REPORTS) : NO_REPORTS;
}
