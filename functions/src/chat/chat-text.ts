import {
  type ChatService,
  type IssueType,
  LIMITS,
  STATUS_LABELS,
  type Status,
  TYPE_LABELS,
  toPlainText,
} from "@logbook/domain";

/** Something that the chat hears. `id` is that of its event: a service that knows it already can ignore it. */
export type ChatNews =
  | { id: string; kind: "created"; report: ChatReport }
  | { id: string; kind: "status"; report: ChatReport; from: Status; to: Status }
  | { id: string; kind: "published"; title: string | null; link: string }
  | { id: string; kind: "test" };

export interface ChatReport {
  number: number | null;
  type: IssueType;
  status: Status;
  /** `null` unless an admin has switched titles on. */
  title: string | null;
  link: string;
}

// A zero-width space after it keeps a service from reading a mention, an address or a Markdown link.
const BREAK = "\u200b";
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A member's text as one line that mentions nobody and is no link, in any service. */
export function disarm(text: string): string {
  const line = toPlainText(text.slice(0, LIMITS.titleLength)).replace(BIDI_CONTROLS, "").replace(/\s+/g, " ").trim();
  return line.replace(/[@<]/g, `$&${BREAK}`).replaceAll("://", `:${BREAK}//`).replaceAll("](", `]${BREAK}(`);
}

interface Style {
  /** The longest message, in UTF-16 code units. */
  maxLength: number;
  /** Makes a disarmed text one that the service shows as it is. */
  escape(text: string): string;
  link(address: string): string;
}

const asItIs = (text: string): string => text;
const escapeMarkdown = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, "\\$&");
const escapeSlack = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

export const STYLES: Readonly<Record<ChatService, Style>> = {
  discord: { maxLength: 2_000, escape: escapeMarkdown, link: asItIs },
  slack: { maxLength: 3_000, escape: escapeSlack, link: (address) => `<${address}>` },
  matrix: { maxLength: 4_000, escape: asItIs, link: asItIs },
  json: { maxLength: 4_000, escape: asItIs, link: asItIs },
};

/** One line about something: the type, the number, the status, the title if it is known, and the link. */
export function lineOf(news: ChatNews, style: Style): string {
  if (news.kind === "test")
    return "A test message from the logbook. New reports, status steps and entries of What's new will appear here.";
  const { title, link } = news.kind === "published" ? news : news.report;
  const headline = news.kind === "published" ? "What's new: a new entry" : headlineOf(news);
  const titlePart = title === null ? "" : ` – ${style.escape(disarm(title))}`;
  return `${headline}${titlePart} ${style.link(link)}`;
}

function headlineOf(news: Extract<ChatNews, { report: ChatReport }>): string {
  const { number, type, status } = news.report;
  const name = [TYPE_LABELS[type], ...(number === null ? [] : [`#${number}`])].join(" ");
  return news.kind === "created"
    ? `New ${name[0]!.toLowerCase()}${name.slice(1)} (${STATUS_LABELS[status]})`
    : `${name}: ${STATUS_LABELS[news.from]} → ${STATUS_LABELS[news.to]}`;
}

/** The first lines that fit into one message, at least one. */
export function linesOfOneMessage(service: ChatService, news: readonly ChatNews[]): string[] {
  const style = STYLES[service];
  const lines: string[] = [];
  let length = 0;
  for (const line of news.map((item) => lineOf(item, style))) {
    length += line.length + 1;
    if (lines.length > 0 && length > style.maxLength) break;
    lines.push(line);
  }
  return lines;
}
