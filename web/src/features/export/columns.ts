import {
  type Amendment,
  closingText,
  fixTallyText,
  type Issue,
  keysOf,
  PRIORITY_LABELS,
  recordOf,
  STATUS_LABELS,
  TEXT_FIELD_NAMES,
  TEXT_FIELDS,
  TYPE_LABELS,
  wholeTallyText,
} from "@logbook/domain";

const yesOrEmpty = (value: boolean | undefined): string => (value ? "yes" : "");

const amendmentText = ({ createdAt, createdBy, byAdmin, text, hiddenAt, attachments = [] }: Amendment): string =>
  [
    `${createdAt} ${createdBy}${byAdmin ? " (admin)" : ""}:`,
    hiddenAt === undefined ? text : "(hidden by an admin)",
    ...attachments.map(({ name }) => `File: ${name}`),
  ].join("\n");

/** The columns of the CSV file, each with the cell of a report. Instants are in UTC. */
const COLUMNS: Readonly<Record<string, (issue: Issue) => string>> = {
  Number: ({ number }) => (number === null ? "" : String(number)),
  Type: ({ type }) => TYPE_LABELS[type],
  Status: ({ status }) => STATUS_LABELS[status],
  Priority: ({ priority }) => PRIORITY_LABELS[priority],
  Votes: ({ votes }) => String(votes),
  "See it too": ({ sightings }) => (sightings === undefined ? "" : wholeTallyText(sightings)),
  "Fixed?": ({ fixAnswers }) => (fixAnswers === undefined ? "" : fixTallyText(fixAnswers)),
  Reporter: ({ reporter }) => reporter,
  "Reporter is admin": ({ byAdmin }) => yesOrEmpty(byAdmin),
  "Closed as": (issue) => closingText(issue) ?? "",
  "Taken by": ({ assignee }) => assignee ?? "",
  Created: ({ createdAt }) => createdAt,
  Updated: ({ updatedAt }) => updatedAt,
  Edited: ({ editedAt }) => editedAt ?? "",
  ...Object.fromEntries(
    Object.entries(recordOf(TEXT_FIELD_NAMES, (name) => name)).map(([name, field]) => [
      TEXT_FIELDS[field].label,
      (issue: Issue) => issue[name as typeof field],
    ]),
  ),
  Attachments: ({ attachments }) => attachments.map(({ name }) => name).join("\n"),
  Amendments: ({ amendments }) => amendments.map(amendmentText).join("\n\n"),
  Id: ({ id }) => id,
};

// A spreadsheet would read such a cell as a formula: OWASP, CSV Injection, also names the wide forms of Chinese fonts.
const FORMULA_START = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A cell of RFC 4180. An apostrophe disarms a text that a spreadsheet would read as a formula. */
function csvCell(text: string): string {
  const safeText = FORMULA_START.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safeText) ? `"${safeText.replaceAll('"', '""')}"` : safeText;
}

const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(",")}\r\n`;

// Without the byte order mark Excel would not read the file as UTF-8.
export const CSV_START = `\ufeff${csvRow(keysOf(COLUMNS))}`;

export const toCsvRow = (issue: Issue): string => csvRow(Object.values(COLUMNS).map((cell) => cell(issue)));
