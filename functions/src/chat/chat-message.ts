import { hash } from "node:crypto";
import type { ChatService } from "@logbook/domain";
import { type ChatNews, disarm, linesOfOneMessage } from "./chat-text.ts";
import type { ChatRequest } from "./post-message.ts";

// Discord's flag for a message without previews of its links.
const SUPPRESS_EMBEDS = 4;

/** One message, with as much of the news as fits into it, the first `count`. */
export function createMessage(
  service: ChatService,
  news: readonly ChatNews[],
): { request: ChatRequest; count: number } {
  const lines = linesOfOneMessage(service, news);
  const included = news.slice(0, lines.length);
  const text = lines.join("\n");
  // Equal for the same news: a repeated message can be recognized.
  const id = hash("sha256", included.map((item) => item.id).join(" ")).slice(0, 32);
  const body = JSON.stringify(BODIES[service](text, included));
  const request: ChatRequest =
    service === "matrix"
      ? { method: "PUT", path: id, headers: {}, body }
      : { method: "POST", path: "", headers: service === "json" ? { "idempotency-key": id } : {}, body };
  return { request, count: included.length };
}

/** The bodies as the services document them. In each, the text mentions nobody. */
const BODIES: Readonly<Record<ChatService, (text: string, news: readonly ChatNews[]) => object>> = {
  discord: (content) => ({ content, allowed_mentions: { parse: [] }, flags: SUPPRESS_EMBEDS }),
  slack: (text) => ({
    text,
    unfurl_links: false,
    blocks: [{ type: "section", text: { type: "mrkdwn", verbatim: true, text } }],
  }),
  // By Matrix' rules, robots send notices. Empty `m.mentions` say that nobody is mentioned.
  matrix: (body) => ({ msgtype: "m.notice", body, "m.mentions": {} }),
  json: (text, news) => ({ text, events: news.map(toJsonEvent) }),
};

function toJsonEvent(news: ChatNews): object {
  if (news.kind === "test") return { id: news.id, kind: news.kind };
  const { id, kind } = news;
  const { title, ...facts } = kind === "published" ? { title: news.title, link: news.link } : news.report;
  return {
    id,
    kind,
    ...facts,
    ...(title !== null && { title: disarm(title) }),
    ...(kind === "status" && { from: news.from, to: news.to }),
  };
}
