import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { PRIORITY_OPTIONS, STATUS_OPTIONS, TYPE_OPTIONS } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { firstScript } from "./first-paint.ts";
import { readView } from "./src/features/list/index.ts";
import { listPath } from "./src/shared/api/list-issues.ts";

const script = firstScript(fileURLToPath(new URL(".", import.meta.url)));

/** Runs the first script for a signed-in member at `/?<search>`. Returns the path of the list that it requests. */
function pathRequestedAt(search: string): string {
  const stored: Record<string, unknown> = {
    "logbook.user": { id: "u1", username: "mia", isAdmin: false },
    "logbook.token": { uid: "u1", idToken: "token", until: Date.now() + 3_600_000 },
  };
  const window: { logbookEarly?: { path: string } } = {};
  const browserGlobals = {
    window,
    location: { pathname: "/", search },
    localStorage: { getItem: (key: string) => JSON.stringify(stored[key] ?? null) },
    document: {
      documentElement: { dataset: {} },
      getElementById: () => ({ textContent: '{"visitor": ["/a.js"], "member": ["/a.js"]}' }),
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

const searches = [
  "",
  "page=3&pageSize=25",
  "search=log+in+%26+out",
  `search=${"x".repeat(300)}`,
  ...TYPE_OPTIONS.map((type) => `type=${type}`),
  ...STATUS_OPTIONS.map((status) => `status=${status}`),
  ...PRIORITY_OPTIONS.map((priority) => `priority=${priority}`),
  ...["page=0", "page=1.5", "page=9999999999", "pageSize=11", "pageSize=100", "type=task", "status=open", "type=bugs"],
];

describe("the first script", () => {
  it.each(searches)("requests the same list as the page at /?%s", (search) => {
    expect(pathRequestedAt(`?${search}`)).toBe(listPath(readView(new URLSearchParams(search))));
  });
});
