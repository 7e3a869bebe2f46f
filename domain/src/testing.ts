import fc from "fast-check";
import {
  type Filters,
  ISSUE_TYPES,
  PRIORITIES,
  PRIORITY_OPTIONS,
  SHOW_OPTIONS,
  STATUS_OPTIONS,
  STATUSES,
  TYPE_OPTIONS,
} from "./enumerations.ts";
import { DETAIL_FIELDS, type DetailField, type Issue } from "./issue.ts";

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
  ...(Object.fromEntries(DETAIL_FIELDS.map((field) => [field, fc.constant("")])) as Record<
    DetailField,
    fc.Arbitrary<string>
  >),
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
export const anyFilters: fc.Arbitrary<Filters> = fc.record({
  search: fc.constantFrom("", " login ", "LOGIN", "ä", "nowhere"),
  type: fc.constantFrom(...TYPE_OPTIONS),
  status: fc.constantFrom(...STATUS_OPTIONS),
  priority: fc.constantFrom(...PRIORITY_OPTIONS),
  show: fc.constantFrom(...SHOW_OPTIONS),
});
