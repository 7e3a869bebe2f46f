import { type Issue, isBlank, LIMITS, STATUS_LABELS, toPlainText, type WireSimilarReport } from "@logbook/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { failureText } from "../../shared/api/result.ts";
import { Badge } from "../../shared/ui/badge.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { TextInput } from "../../shared/ui/inputs.tsx";
import { STATUS_LOOKS } from "../../shared/ui/looks.ts";
import { similarReportsQuery } from "../report-form/index-lazy.ts";
import { findByNumber } from "./api.ts";

const SEARCH_DEBOUNCE_MS = 150;

interface FieldProps {
  /** The reports that are to be closed; the title of the first one finds similar reports. */
  reports: Reports;
  targetId: string | null;
  choose: (id: string | null) => void;
}

type Reports = readonly [Pick<Issue, "id" | "title">, ...Pick<Issue, "id">[]];

/** Finds the report that a duplicate repeats: by its number, by words of its title, or by the duplicate's own title. */
export function TargetField({ reports, targetId, choose }: FieldProps) {
  const [text, setText] = useState("");
  const { candidates, isSettled, message } = useCandidates(reports, text);
  const [onlyCandidate] = candidates.length === 1 ? candidates : [];
  // A number finds one report, which needs no second choice.
  const isByNumber = numberIn(text) !== null;
  const chosenId = candidates.some(({ id }) => id === targetId) ? targetId : null;
  useEffect(() => {
    if (!isSettled) return;
    if (isByNumber && onlyCandidate) choose(onlyCandidate.id);
    else if (chosenId === null && targetId !== null) choose(null);
  }, [isSettled, isByNumber, onlyCandidate, chosenId, targetId, choose]);
  return (
    <div className="grid gap-2">
      <Field label="Which report?" hint="Its number, such as #12, or words of its title.">
        {(attributes) => (
          <TextInput
            {...attributes}
            type="search"
            autoComplete="off"
            maxLength={LIMITS.titleLength}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <p role="status" className="text-soft text-sm">
        {message}
      </p>
      {candidates.length > 0 && (
        <fieldset className="rounded-md border border-rule bg-sunken px-3 py-1">
          <legend className="sr-only">Reports that were found</legend>
          {candidates.map((candidate) => (
            <Candidate
              key={candidate.id}
              candidate={candidate}
              isChosen={candidate.id === chosenId}
              choose={() => choose(candidate.id)}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}

function Candidate({
  candidate: { number, title, status, votes },
  isChosen,
  choose,
}: {
  candidate: WireSimilarReport;
  isChosen: boolean;
  choose: () => void;
}) {
  return (
    <label className="flex min-h-11 items-center gap-2 py-1.5 text-sm">
      <input
        type="radio"
        name="target"
        checked={isChosen}
        onChange={choose}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="wrap-anywhere min-w-0 flex-1 leading-snug">
        {number !== null && <span className="font-semibold tabular-nums">{`#${number} `}</span>}
        <bdi>{title}</bdi>
      </span>
      <span className="flex flex-wrap items-center justify-end gap-x-2 text-soft text-xs">
        <Badge {...STATUS_LOOKS[status]}>{STATUS_LABELS[status]}</Badge>
        <span className="tabular-nums">{votes === 1 ? "1 vote" : `${votes} votes`}</span>
      </span>
    </label>
  );
}

/** The number in `12` or `#12`; `null` in any other text. */
const numberIn = (text: string): string | null => /^#?0*([1-9]\d{0,8})$/.exec(text.trim())?.[1] ?? null;

/** The reports that the text finds, after a pause in typing. Without a text, those with a similar title. */
function useCandidates(reports: Reports, text: string) {
  const [debouncedText, setDebouncedText] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebouncedText(text), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const number = numberIn(debouncedText);
  const words = toPlainText(isBlank(debouncedText) ? reports[0].title : debouncedText).trim();
  const byNumber = useQuery({
    queryKey: ["report", "by number", number],
    queryFn: ({ signal }) => findByNumber(number!, signal),
    enabled: number !== null,
    retry: false,
  });
  const byWords = useQuery({
    ...similarReportsQuery(words.slice(0, LIMITS.titleLength)),
    placeholderData: keepPreviousData,
    enabled: number === null && words !== "",
  });
  const query = number === null ? byWords : byNumber;
  const found = number === null ? (byWords.data ?? []) : byNumber.data ? [byNumber.data] : [];
  const candidates = found.filter(({ id }) => reports.every((report) => report.id !== id));
  const isSettled = text === debouncedText && !query.isFetching;
  return { candidates, isSettled, message: messageFor() };

  function messageFor(): string {
    if (query.error) return `The reports could not be searched. ${failureText(query.error)}`;
    if (!isSettled) return "";
    if (candidates.length > 0)
      return candidates.length === 1 ? "1 report found." : `${candidates.length} reports found.`;
    if (number === null) return isBlank(debouncedText) ? "" : "No report found.";
    if (found.length === 0) return `There is no report #${number}.`;
    return reports.length === 1 ? "This is the report itself." : "This is one of the reports that you close.";
  }
}
