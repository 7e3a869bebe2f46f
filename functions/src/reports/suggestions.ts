import {
  type Filters,
  LIMITS,
  NO_FILTERS,
  parseSearch,
  splitSearch,
  toAmendmentSearch,
  toSimilar,
  unifyText,
  type WireSearchHelp,
  type WireSimilarReport,
} from "@logbook/domain";
import type { Board } from "../board/board.ts";
import type { Entry } from "../board/entry.ts";
import type { Reports } from "../board/reports.ts";
import type { TitleIndex } from "../board/title-index.ts";
import type { Vocabulary } from "../board/vocabulary.ts";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import { type ApiResponse, ok } from "../http/response.ts";

/** Finds reports that may be about the same thing as a new report with this title. A duplicate is replaced by its target. */
export async function findSimilar(
  { board, titleIndex }: { board: Pick<Board, "reportsAt">; titleIndex: TitleIndex },
  head: StoredBoardHead | null,
  title: string,
): Promise<ApiResponse> {
  const reports = await board.reportsAt(head);
  // Several duplicates may have the same target, so more are asked for than the response has.
  const similarEntries = await titleIndex.similar(reports, title, 4 * LIMITS.similarReports);
  return ok({ issues: toSuggestions(reports, similarEntries) });
}

/** The first of these reports that fit, in the response's form. A duplicate is replaced by its target. */
function toSuggestions(
  reports: Reports,
  entries: readonly Entry[],
  fits: (entry: Entry) => boolean = () => true,
): WireSimilarReport[] {
  const targets = entries.map((entry) => reports.duplicates.targetOf(entry.id)?.entry ?? entry);
  const suggestions = [...new Set(targets)].filter(fits).slice(0, LIMITS.similarReports);
  return suggestions.map((entry) => toSimilar(reports.reportOf(entry)));
}

/**
 * Help for a search that finds nothing: a corrected search, how many reports have the text in an amendment, and the
 * reports with the most similar titles.
 */
export async function findSearchHelp(
  {
    board,
    vocabulary,
    titleIndex,
  }: { board: Pick<Board, "reportsAt">; vocabulary: Vocabulary; titleIndex: TitleIndex },
  head: StoredBoardHead | null,
  filters: Filters,
): Promise<ApiResponse> {
  const reports = await board.reportsAt(head);
  return ok({
    didYouMean: await correctSearch(reports, vocabulary, filters),
    inAmendments: countInAmendments(reports, filters),
    closest: await findClosest(reports, titleIndex, filters),
  } satisfies Omit<WireSearchHelp, "success">);
}

function countInAmendments(reports: Reports, { search, ...filters }: Filters): number {
  const { text, operators } = parseSearch(search);
  // The search itself has looked in amendments already and found nothing.
  if (operators?.inAmendments) return 0;
  // Without operators, `text` is the whole search; with operators, it contains them.
  const textBesideOperators = operators === null ? text : operators.text;
  if (textBesideOperators === "") return 0;
  return reports.select({ ...filters, search: toAmendmentSearch(search) }).length;
}

/** Finds the reports whose titles are most like a search of several words, under its filters and operators. */
async function findClosest(
  reports: Reports,
  titleIndex: TitleIndex,
  { search, ...filters }: Filters,
): Promise<WireSimilarReport[]> {
  const parts = splitSearch(unifyText(search).trim());
  const textOf = (isOperator: boolean) =>
    parts.flatMap((part) => (part.isOperator === isOperator ? part.text : [])).join(" ");
  const text = textOf(false);
  if ((text.match(WORD)?.length ?? 0) < 2 || parseSearch(search).operators?.inAmendments) return [];
  const matching = new Set(reports.select({ ...filters, search: textOf(true) }));
  const similarEntries = await titleIndex.similar(reports, text, Number.POSITIVE_INFINITY);
  return toSuggestions(reports, similarEntries, (entry) => matching.has(entry));
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** A search with more words is not corrected, because each word costs a scan of all texts. */
const MAX_WORDS = 6;
/** For each word, at most this many similar words are tried. */
const MAX_CANDIDATES = 3;

/**
 * Replaces each word that no report contains by a similar one. Returns `null` if there is no such word, if one of these
 * words has no similar word, or if every corrected search finds nothing either.
 */
async function correctSearch(reports: Reports, vocabulary: Vocabulary, filters: Filters): Promise<string | null> {
  const searchParts = splitSearch(unifyText(filters.search).trim());
  const texts = searchParts.filter(({ isOperator }) => !isOperator).map(({ text }) => text);
  const words = new Set(texts.flatMap((text) => text.match(WORD) ?? []));
  if (words.size > MAX_WORDS) return null;
  const candidatesByWord = new Map<string, string[]>();
  for (const word of words) {
    if (reports.select({ ...NO_FILTERS, search: word }).length > 0) continue;
    const candidates = await vocabulary.wordsLike(reports, word);
    if (candidates.length === 0) return null;
    candidatesByWord.set(word, candidates);
  }
  if (candidatesByWord.size === 0) return null;
  // The first attempt replaces each word by its first candidate, the second attempt by its second one if there is one.
  for (let candidateIndex = 0; candidateIndex < MAX_CANDIDATES; candidateIndex += 1) {
    const replaceWord = (word: string): string => {
      const candidates = candidatesByWord.get(word);
      return candidates === undefined ? word : (candidates[candidateIndex] ?? candidates[0]!);
    };
    const correctedSearch = searchParts
      .map(({ text, isOperator }) => (isOperator ? text : text.replace(WORD, replaceWord)))
      .join("");
    if (reports.select({ ...filters, search: correctedSearch }).length > 0) return correctedSearch;
  }
  return null;
}
