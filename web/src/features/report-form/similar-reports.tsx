import { isBlank, LIMITS, toPlainText, type WireSimilarReport } from "@logbook/domain";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useWatch } from "react-hook-form";
import { similarReportsQuery } from "./api.ts";
import type { FieldProps } from "./report-fields.tsx";
import { SuggestedReports } from "./suggested-reports.tsx";

// A shorter title says too little to find similar reports.
const MIN_TITLE_LENGTH = 5;
const SIMILAR_REPORTS_DEBOUNCE_MS = 150;

/** Reports with a title similar to the typed one. */
export function SimilarReports({ form, isLocked, onDiscard }: FieldProps & { onDiscard: () => void }) {
  const reports = useSimilarReports(useWatch({ control: form.control, name: "title" }));
  return (
    <SuggestedReports
      heading="Is it one of these?"
      hint="Your vote counts as much as another report. If none of them matches, continue with your report."
      status={resultText(reports.length)}
      {...{ reports, isLocked, onDiscard }}
    />
  );
}

/** The reports with a title similar to the typed one, once it is long enough and nothing was typed for a moment. */
function useSimilarReports(typedTitle: string): readonly WireSimilarReport[] {
  const plainTitle = toPlainText(typedTitle).trim().slice(0, LIMITS.titleLength);
  const title = plainTitle.length >= MIN_TITLE_LENGTH && !isBlank(plainTitle) ? plainTitle : "";
  const [debouncedTitle, setDebouncedTitle] = useState(title);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedTitle(title), SIMILAR_REPORTS_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [title]);
  const { data } = useQuery({ ...similarReportsQuery(debouncedTitle), enabled: debouncedTitle !== "" });
  // Without a title there are no similar reports, but the disabled query still returns those of the last title.
  return title === "" || debouncedTitle === "" ? [] : (data ?? []);
}

function resultText(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "1 similar report found." : `${count} similar reports found.`;
}
