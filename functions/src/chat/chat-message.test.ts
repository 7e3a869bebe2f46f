import { CHAT_SERVICES, type ChatService } from "@logbook/domain";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMessage } from "./chat-message.ts";
import { type ChatNews, disarm } from "./chat-text.ts";

const LINK = "https://logbook.example.org/?report=142";
const created = (title: string | null, id = "e1"): ChatNews => ({
  id,
  kind: "created",
  report: { number: 142, type: "bug", status: "OPEN", title, link: LINK },
});
const step: ChatNews = {
  id: "e2",
  kind: "status",
  from: "PLANNED",
  to: "IN_PROGRESS",
  report: { number: null, type: "feature", status: "IN_PROGRESS", title: null, link: LINK },
};

const bodyOf = (service: ChatService, ...news: ChatNews[]) => JSON.parse(createMessage(service, news).request.body);
const TEXT_FIELDS = { discord: "content", slack: "text", matrix: "body", json: "text" } as const;
const textOf = (service: ChatService, ...news: ChatNews[]): string => bodyOf(service, ...news)[TEXT_FIELDS[service]];

describe("a message", () => {
  it("has one line for each report: type, number, status and link, and the title only if it is known", () => {
    expect(textOf("matrix", created(null), step)).toBe(
      `New bug #142 (Open) ${LINK}\nFeature: Planned → In Progress ${LINK}`,
    );
    expect(textOf("matrix", created("Login fails"))).toBe(`New bug #142 (Open) – Login fails ${LINK}`);
  });

  it("names an entry of What's new with its link, and with its title only if it is known", () => {
    const link = "https://logbook.example.org/?news";
    const entry = (title: string | null): ChatNews => ({ id: "e3", kind: "published", title, link });
    expect(textOf("matrix", entry(null))).toBe(`What's new: a new entry ${link}`);
    expect(textOf("matrix", entry("The gallery is back @everyone"))).toBe(
      `What's new: a new entry – The gallery is back @\u200beveryone ${link}`,
    );
    expect(bodyOf("json", entry(null)).events).toEqual([{ id: "e3", kind: "published", link }]);
    expect(bodyOf("json", entry("Back")).events).toEqual([{ id: "e3", kind: "published", title: "Back", link }]);
  });

  it("has the form that each service documents, in which nobody is mentioned", () => {
    const text = `New bug #142 (Open) ${LINK}`;
    expect(bodyOf("discord", created(null))).toEqual({ content: text, allowed_mentions: { parse: [] }, flags: 4 });
    const slackText = `New bug #142 (Open) <${LINK}>`;
    expect(bodyOf("slack", created(null))).toEqual({
      text: slackText,
      unfurl_links: false,
      blocks: [{ type: "section", text: { type: "mrkdwn", verbatim: true, text: slackText } }],
    });
    expect(bodyOf("matrix", created(null))).toEqual({ msgtype: "m.notice", body: text, "m.mentions": {} });
    const report = { number: 142, type: "bug", status: "OPEN", link: LINK };
    expect(bodyOf("json", created(null))).toEqual({ text, events: [{ id: "e1", kind: "created", ...report }] });
    expect(bodyOf("json", created("A title")).events).toEqual([
      { id: "e1", kind: "created", ...report, title: "A title" },
    ]);
    expect(bodyOf("json", step).events).toMatchObject([{ kind: "status", from: "PLANNED", to: "IN_PROGRESS" }]);
  });

  it("has an id that is equal for the same events only, where a service knows such ids", () => {
    const requests = [[created(null)], [created("Other text")], [step]].map((news) => ({
      matrix: createMessage("matrix", news).request.path,
      json: createMessage("json", news).request.headers["idempotency-key"],
    }));
    expect(requests[0]).toEqual(requests[1]);
    expect(requests[0]!.matrix).not.toBe(requests[2]!.matrix);
    expect(requests[0]!.matrix).toMatch(/^[0-9a-f]{32}$/);
    expect(createMessage("matrix", [step]).request.method).toBe("PUT");
  });

  it.each(CHAT_SERVICES)("to %s has as many lines as fit, the others go into the next ones", (service) => {
    const limits = { discord: 2_000, slack: 3_000, matrix: 4_000, json: 4_000 };
    // Each character of these titles becomes longer when it is disarmed.
    let rest = Array.from({ length: 50 }, (_, index) => created("@<&](".repeat(40), `e${index}`));
    let messages = 0;
    while (rest.length > 0) {
      const { request, count } = createMessage(service, rest);
      expect(JSON.parse(request.body)[TEXT_FIELDS[service]].length).toBeLessThanOrEqual(limits[service]);
      expect(count).toBeGreaterThan(0);
      rest = rest.slice(count);
      messages += 1;
    }
    expect(messages).toBeLessThanOrEqual(50);
    const short = Array.from({ length: 50 }, (_, index) => created(null, `e${index}`));
    expect(createMessage(service, short).count).toBeGreaterThan(25);
  });
});

describe("a title mentions nobody and hides no link", () => {
  it.each([
    ["discord", "@everyone", "\\@\u200beveryone"],
    [
      "discord",
      "@here <@123> <@&456> <#789> <@!1>",
      "\\@\u200bhere \\<\u200b\\@\u200b123\\> \\<\u200b\\@\u200b\\&456\\> \\<\u200b\\#789\\> \\<\u200b\\@\u200b\\!1\\>",
    ],
    ["discord", "[x](https://evil.example)", "\\[x\\]\u200b\\(https\\:\u200b\\/\\/evil\\.example\\)"],
    ["discord", "**b** `c` ||d|| ~~e~~ \\", "\\*\\*b\\*\\* \\`c\\` \\|\\|d\\|\\| \\~\\~e\\~\\~ \\\\"],
    ["slack", "<!channel> <!here> <!everyone>", "&lt;\u200b!channel&gt; &lt;\u200b!here&gt; &lt;\u200b!everyone&gt;"],
    [
      "slack",
      "<@U123> <!subteam^S1> &lt;!channel&gt;",
      "&lt;\u200b@\u200bU123&gt; &lt;\u200b!subteam^S1&gt; &amp;lt;!channel&amp;gt;",
    ],
    ["slack", "<https://evil.example|the logbook>", "&lt;\u200bhttps:\u200b//evil.example|the logbook&gt;"],
    ["matrix", "@room @ada:example.org", "@\u200broom @\u200bada:example.org"],
    ["matrix", "https://evil.example", "https:\u200b//evil.example"],
    [
      "json",
      "@all @channel <!channel> [x](http://evil.example)",
      "@\u200ball @\u200bchannel <\u200b!channel> [x]\u200b(http:\u200b//evil.example)",
    ],
  ] as const)("threat 50: %s: %j", (service, title, shown) => {
    expect(textOf(service, created(title))).toBe(
      `New bug #142 (Open) – ${shown} ${service === "slack" ? `<${LINK}>` : LINK}`,
    );
  });

  it("is one line without control characters, however it was stored", () => {
    expect(disarm("a\r\nb\u2028c\td\u0000e\u001b[31mf\u0007")).toBe("a b c def");
    expect(disarm("a\u202egnp.exe\u2066b\u200f")).toBe("agnp.exeb");
    expect(disarm("x".repeat(100_000))).toHaveLength(200);
    expect(disarm(`${"x".repeat(199)}😀`)).toBe(`${"x".repeat(199)}\ufffd`);
    expect(bodyOf("json", created("@all\n[x](y)")).events[0].title).toBe("@\u200ball [x]\u200b(y)");
  });

  it.each(CHAT_SERVICES)(
    "threat 50: %s: whatever the title is, no mention and no link but the report's is left",
    (service) => {
      const part = fc.constantFrom(
        "@everyone",
        "@here",
        "<!channel>",
        "<@U1>",
        "](",
        "https://",
        "\n",
        "\u202e",
        "@",
        "<",
        " ",
      );
      fc.assert(
        fc.property(fc.array(fc.oneof(part, fc.string())), (parts) => {
          const text = textOf(service, created(parts.join("")));
          const [titlePart, ...others] = text.split("https://logbook.example.org");
          expect(others).toHaveLength(1);
          expect(titlePart).not.toMatch(/@(everyone|here|room|all|channel)|<[!@#]|\]\(|:\/\//);
          // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters
          expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        }),
      );
    },
  );
});
