import { isBlank, LIMITS, toPlainText, type WireSimilarReport } from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { similarReportsQuery } from "../../shared/api/similar-reports.ts";

const MIN_TITLE_LENGTH = 5;
const DEBOUNCE_MS = 150;

const NO_REPORTS: readonly WireSimilarReport[] = [];

/** The reports similar to a typed title, once it has some letters and nothing was typed for a moment. */
export function useSimilarReports(typed: string): readonly WireSimilarReport[] {
  const title = toPlainText(typed).trim().slice(0, LIMITS.titleLength);
  const [debouncedTitle, setDebouncedTitle] = useState(title);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedTitle(title), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [title]);
  const isLongEnough = (text: string) => text.length >= MIN_TITLE_LENGTH && !isBlank(text);
  const { data } = useQuery({ ...similarReportsQuery(debouncedTitle), enabled: isLongEnough(debouncedTitle) });
  return isLongEnough(title) && isLongEnough(debouncedTitle) ? (data ?? NO_REPORTS) : NO_REPORTS;
}
