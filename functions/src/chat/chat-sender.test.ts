import { beforeEach, describe, expect, it } from "vitest";
import { createChatSender } from "./chat-sender.ts";
import type { ChatTarget } from "./chat-settings.ts";
import type { ChatNews } from "./chat-text.ts";
import type { ChatOutcome } from "./post-message.ts";

const TARGET: ChatTarget = { service: "discord", url: new URL("https://discord.com/api/webhooks/1/a-secret") };

/** The clock, in milliseconds: a sleep ends at once and moves it on. */
let now = 0;
let messages: { at: number; text: string }[] = [];
let log: string[] = [];
/** The outcomes of the next messages; then every message is delivered. */
let outcomes: ChatOutcome[] = [];
let target: ChatTarget | null = TARGET;
/** Runs before each message is sent. */
let beforePost: () => void = () => {};

beforeEach(() => {
  now = 0;
  messages = [];
  log = [];
  outcomes = [];
  target = TARGET;
  beforePost = () => {};
});

function createSender() {
  return createChatSender({
    readTarget: () => target,
    async post(_, { body }) {
      beforePost();
      messages.push({ at: now, text: (JSON.parse(body) as { content: string }).content });
      return outcomes.shift() ?? { result: "delivered" };
    },
    async sleep(ms) {
      // Lets other events arrive.
      await new Promise(setImmediate);
      now += ms;
    },
    now: () => now,
    log: (entry) => void log.push(JSON.stringify(entry)),
  });
}

const newsOf = (id: string): ChatNews => ({
  id,
  kind: "created",
  report: { number: Number(id), type: "bug", status: "OPEN", title: null, link: `https://l.example/?report=${id}` },
});
const linesOf = (text: string): number => text.split("\n").length;
const resultOf = (promise: Promise<void>): Promise<string> =>
  promise.then(
    () => "sent",
    (error: Error) => error.message,
  );

describe("the sender", () => {
  it("sends the 50 events of a bulk step as a few messages, in order, two seconds apart", async () => {
    const sender = createSender();
    await Promise.all(Array.from({ length: 50 }, (_, index) => sender.send(newsOf(String(index)))));
    expect(messages.length).toBeLessThanOrEqual(3);
    const lines = messages.flatMap(({ text }) => text.split("\n"));
    expect(lines.map((line) => Number(/#(\d+)/.exec(line)?.[1]))).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(messages.map(({ at }) => at)).toEqual(messages.map((_, index) => (index + 1) * 2_000));
  });

  it("also sends what arrives while a message is on its way, or just after the last one", async () => {
    const sender = createSender();
    let late: Promise<void> | undefined;
    beforePost = () => {
      late ??= sender.send(newsOf("2"));
    };
    await sender.send(newsOf("1"));
    const next = sender.send(newsOf("3"));
    await Promise.all([late, next]);
    expect(messages.map(({ text }) => linesOf(text))).toEqual([1, 2]);
    await sender.send(newsOf("4"));
    expect(messages).toHaveLength(3);
  });

  it.each(["unavailable", "slow", "unreachable"] as const)(
    "tries again, later and later, if it is %s",
    async (result) => {
      outcomes = [{ result }, { result }];
      await createSender().send(newsOf("1"));
      expect(messages.map(({ at }) => at)).toEqual([2_000, 3_000, 7_000]);
      expect(new Set(messages.map(({ text }) => text)).size).toBe(1);
      expect(log).toEqual([]);
    },
  );

  it("has the platform deliver all waiting events again if the fault stays, and then sends them", async () => {
    outcomes = Array(4).fill({ result: "unavailable", status: 500 });
    const sender = createSender();
    const sends = ["1", "2"].map((id) => resultOf(sender.send(newsOf(id))));
    expect(await Promise.all(sends)).toEqual(Array(2).fill("The chat did not get the news: unavailable, 500."));
    expect(messages.map(({ at }) => at)).toEqual([2_000, 3_000, 7_000, 22_000]);
    expect(log).toEqual([expect.stringContaining("did not get 2 of the news: unavailable, 500")]);
    await sender.send(newsOf("1"));
    expect(messages).toHaveLength(5);
  });

  it("waits as long as the service wants", async () => {
    outcomes = [{ result: "busy", status: 429, retryAfterMs: 12_000 }];
    await createSender().send(newsOf("1"));
    expect(messages.map(({ at }) => at)).toEqual([2_000, 14_000]);
  });

  it("leaves the service alone if it wants a long pause, however often the platform delivers the event", async () => {
    outcomes = [{ result: "busy", status: 429, retryAfterMs: 600_000 }];
    const sender = createSender();
    expect(await resultOf(sender.send(newsOf("1")))).toContain("busy, 429");
    for (const at of [10_000, 100_000, 500_000]) {
      now = at;
      expect(await resultOf(sender.send(newsOf("1")))).toBe("The chat wants a longer pause.");
    }
    expect(messages).toHaveLength(1);
    now = 590_000;
    await sender.send(newsOf("1"));
    expect(messages.at(-1)?.at).toBe(602_000);
  });

  it.each(["refused", "redirected", "private"] as const)(
    "gives up at once, and says so, if it is %s",
    async (result) => {
      outcomes = [{ result, status: 404 }];
      const sender = createSender();
      await sender.send(newsOf("1"));
      expect(messages).toHaveLength(1);
      expect(log).toEqual([expect.stringContaining(`did not get 1 of the news: ${result}, 404`)]);
      await sender.send(newsOf("2"));
      expect(messages).toHaveLength(2);
    },
  );

  it("sends an event that is delivered twice only once", async () => {
    const sender = createSender();
    await Promise.all([sender.send(newsOf("1")), sender.send(newsOf("1"))]);
    await sender.send(newsOf("1"));
    expect(messages.map(({ text }) => linesOf(text))).toEqual([1]);
  });

  it("sends nothing without an address, and the log says so without it", async () => {
    target = null;
    await createSender().send(newsOf("1"));
    expect(messages).toEqual([]);
    expect(log.join()).toContain("LOGBOOK_CHAT_URL is missing");
  });

  it("threat 50: never writes the address into the log or an error", async () => {
    const results = ["refused", "redirected", "private", "busy", "slow", "unreachable"] as const;
    for (const result of results) {
      outcomes = Array(4).fill({ result, status: 500 });
      log.push(await resultOf(createSender().send(newsOf("1"))));
    }
    expect(log.join()).toContain("busy");
    expect(log.join()).not.toMatch(/secret|webhooks|discord/);
  });
});
