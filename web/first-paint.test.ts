import { createContext, runInContext } from "node:vm";
import { LIMITS, LIST_PARAMETERS, LIST_PATTERNS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { firstScript } from "./first-paint.ts";
import { listPath, readView } from "./src/features/list/index.ts";

const HOUR_MS = 3_600_000;
const script = firstScript();
const dataBlock = JSON.stringify({ visitor: ["/a.js"], member: ["/a.js"], parameters: LIST_PATTERNS });

/** Runs the first script for a signed-in member at the address `/?<query>`. Returns the API path that it requests. */
function requestedPath(query: string): string {
  const storedValues: Record<string, unknown> = {
    "logbook.user": { id: "u1", username: "mia", isAdmin: false },
    "logbook.token": { uid: "u1", idToken: "token", until: Date.now() + HOUR_MS },
  };
  const window: { logbookEarly?: { path: string } } = {};
  const browserGlobals = {
    window,
    location: { pathname: "/", search: `?${query}`, hash: "" },
    localStorage: { getItem: (key: string) => JSON.stringify(storedValues[key] ?? null) },
    document: {
      documentElement: { dataset: {} },
      getElementById: () => ({ textContent: dataBlock }),
      addEventListener: () => undefined,
    },
    addEventListener: () => undefined,
    setTimeout: () => undefined,
    fetch: () => new Promise(() => undefined),
    PerformanceObserver: class {
      observe() {}
    },
    URLSearchParams,
  };
  runInContext(script, createContext(browserGlobals));
  return window.logbookEarly!.path;
}

const tabQueries = ["show=unanswered&sort=status", "show=mine-unanswered&sort=votes", "sort=newest&show=unanswered"];
const queriesWithInvalidValue = ["page=0", "page=1.5", "page=9999999999", "pageSize=11", "type=task", "type=bugs"];
const queries = [
  "",
  "page=3&pageSize=25",
  "search=log+in+%26+out",
  `search=${"x".repeat(LIMITS.searchLength + 100)}`,
  ...Object.entries(LIST_PARAMETERS).flatMap(([name, parameter]) =>
    "options" in parameter ? Object.keys(parameter.options).map((option) => `${name}=${option}`) : [],
  ),
  ...tabQueries,
  ...queriesWithInvalidValue,
];

describe("the page's first script (first.js)", () => {
  it.each(queries)("requests the list that the page shows at the address /?%s", (query) => {
    expect(requestedPath(query)).toBe(listPath(readView(new URLSearchParams(query))));
  });
});
