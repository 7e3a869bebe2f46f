import type { Result } from "../api/http.ts";
import { type IssuePage, type ListView, listIssues } from "../api/list-issues.ts";
import { getSession, subscribeSession } from "../session/store.ts";

/** The list that was asked for before React was there. */
interface FirstList {
  view: string;
  answer: Promise<Result<IssuePage>>;
  page: IssuePage | undefined;
}

let first: FirstList | null = null;

/** Asks for the list that the first picture shows; React's query then takes the same answer. */
export function askFirstList(view: ListView): Promise<Result<IssuePage>> {
  const asked: FirstList = { view: JSON.stringify(view), answer: listIssues(view), page: undefined };
  first = asked;
  void asked.answer.then((answer) => {
    if (answer.ok) asked.page = answer.data;
  });
  return asked.answer;
}

/** The first list, where it is of this view and there already; given out once, as it ages. */
export function takeFirstPage(view: ListView): IssuePage | undefined {
  if (first?.page === undefined || !isOf(view)) return undefined;
  const { page } = first;
  first = null;
  return page;
}

/** The answer that is on its way, where it is of this view; given out once, so that asking again asks the server. */
export function takeFirstAnswer(view: ListView): Promise<Result<IssuePage>> | null {
  if (first === null || !isOf(view)) return null;
  const { answer } = first;
  first = null;
  return answer;
}

const isOf = (view: ListView): boolean => first?.view === JSON.stringify(view);

// Whoever signs in next has not asked for it.
subscribeSession(() => {
  if (getSession().user === null) first = null;
});
