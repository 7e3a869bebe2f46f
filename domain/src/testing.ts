import fc from "fast-check";
import { ISSUE_TYPES, PRIORITIES, STATUSES } from "./enumerations.ts";
import { keysOf, recordOf } from "./fields.ts";
import type { Issue } from "./issue.ts";
import { FILTER_NAMES, FILTERS, type Filters, SHOW_OPTIONS } from "./list-parameters.ts";
import { DETAIL_FIELDS } from "./text-fields.ts";

/** Any report, for property tests. Its texts come from short lists, so that a random search finds some reports. */
export const anyIssue: fc.Arbitrary<Issue> = fc.record({
  id: fc.uuid(),
  number: fc.option(fc.integer({ min: 1, max: 100_000 })),
  type: fc.constantFrom(...ISSUE_TYPES),
  title: fc.constantFrom("Login fails", "LOGIN page", "Calendar", "Ärger mit Umlaut"),
  description: fc.constantFrom("", "It says login", "Nothing happens"),
  status: fc.constantFrom(...STATUSES),
  priority: fc.constantFrom(...PRIORITIES),
  reporter: fc.constantFrom("ada", "Login-Bot", "max"),
  ...recordOf(DETAIL_FIELDS, () => fc.constant("")),
  area: fc.constant(""),
  attachments: fc.constant([]),
  amendments: fc.constant([]),
  votes: fc.nat({ max: 99 }),
  createdAt: fc.constantFrom("2025-01-01T00:00:00.000Z", "2025-01-02T00:00:00.000Z", "2025-03-01T00:00:00.000Z"),
  updatedAt: fc.constant("2025-03-01T00:00:00.000Z"),
});

const [sampleIssue] = fc.sample(anyIssue, 1);

/** A report with these fields; the other fields are random. */
export const issueWith = (fields: Partial<Issue>): Issue => ({ ...sampleIssue!, ...fields });

/** Any filters, with a search that finds some reports of `anyIssue`, all or none. */
export const anyFilters = fc.record({
  search: fc.constantFrom("", " login ", "LOGIN", "ä", "nowhere"),
  ...recordOf(FILTER_NAMES, (name) => fc.constantFrom(...keysOf(FILTERS[name].options))),
  show: fc.constantFrom(...SHOW_OPTIONS),
}) as fc.Arbitrary<Filters>;
