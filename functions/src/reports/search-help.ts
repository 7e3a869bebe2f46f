import {
  type Filters,
  NO_FILTERS,
  parseSearch,
  splitSearch,
  toAmendmentSearch,
  type WireSearchHelp,
} from "@logbook/domain";
import type { Board } from "../board/board.ts";
import type { Reports } from "../board/reports.ts";
import type { TitleIndex } from "../board/title-index.ts";
import type { StoredBoardHead } from "../firestore/board-head.ts";
import { type ApiResponse, ok } from "../http/response.ts";

type WordIndex = Pick<TitleIndex, "wordsLike">;

/** Advice for a search that finds nothing: a corrected search, and the number of reports found by their amendments. */
export async function findSearchHelp(
  { board, titleIndex }: { board: Pick<Board, "reportsAt">; titleIndex: WordIndex },
  head: StoredBoardHead | null,
  filters: Filters,
): Promise<ApiResponse> {
  const reports = await board.reportsAt(head);
  const help: Omit<WireSearchHelp, "success"> = {
    didYouMean: await correctSearch(reports, titleIndex, filters),
    inAmendments: countInAmendments(reports, filters),
  };
  return ok(help);
}

function countInAmendments(reports: Reports, { search, ...filters }: Filters): number {
  const { text, operators } = parseSearch(search);
  const textBesideOperators = operators === null ? text : operators.text;
  if (textBesideOperators === "" || operators?.inAmendments) return 0;
  return reports.select({ ...filters, search: toAmendmentSearch(search) }).length;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** A search with more words is not corrected, because each word costs a scan of all texts. */
const MAX_WORDS = 6;
/** How many similar words are tried for each word. */
const MAX_CANDIDATES = 3;

/**
 * Replaces each word that no report contains by a similar one. Returns `null` if no word can be replaced, or if the
 * corrected search finds nothing either.
 */
async function correctSearch(reports: Reports, titleIndex: WordIndex, filters: Filters): Promise<string | null> {
  const parts = splitSearch(filters.search.trim());
  const words = new Set(parts.flatMap(({ text, isOperator }) => (isOperator ? [] : (text.match(WORD) ?? []))));
  if (words.size > MAX_WORDS) return null;
  const similar = new Map<string, string[]>();
  for (const word of words) {
    if (reports.select({ ...NO_FILTERS, search: word }).length > 0) continue;
    const candidates = await titleIndex.wordsLike(reports, word);
    if (candidates.length === 0) return null;
    similar.set(word, candidates);
  }
  if (similar.size === 0) return null;
  for (let choice = 0; choice < MAX_CANDIDATES; choice += 1) {
    const replace = (word: string): string => {
      const candidates = similar.get(word);
      return candidates === undefined ? word : (candidates[choice] ?? candidates[0]!);
    };
    const search = parts.map(({ text, isOperator }) => (isOperator ? text : text.replace(WORD, replace))).join("");
    if (reports.select({ ...filters, search }).length > 0) return search;
  }
  return null;
}
