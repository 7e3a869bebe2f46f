import { LRUCache } from "lru-cache";
import { createMessage } from "./chat-message.ts";
import type { ChatTarget } from "./chat-settings.ts";
import type { ChatNews } from "./chat-text.ts";
import type { ChatOutcome, ChatRequest } from "./post-message.ts";

/** What a sender needs of its surroundings; tests replace it. */
interface Operations {
  readTarget(): ChatTarget | null;
  post(target: ChatTarget, request: ChatRequest): Promise<ChatOutcome>;
  sleep(ms: number): Promise<unknown>;
  now(): number;
  log(entry: object): void;
}

/** So long a sender waits for more news, which then go into the same message: a bulk step has 50 events at once. */
const GATHER_MS = 2_000;
/** The pauses before another try. After the last try the platform delivers the events again, later and later. */
const BACKOFFS_MS = [1_000, 4_000, 15_000];
/** A service that wants a longer pause is left alone until then: the platform delivers the events again. */
const MAX_PAUSE_MS = 30_000;
const REMEMBERED_NEWS = 1_000;

const RETRIED: readonly ChatOutcome["result"][] = ["busy", "unavailable", "slow", "unreachable"];

/** Thrown if the platform should deliver the event again. */
class NotDelivered extends Error {
  override name = "NotDelivered";
}

interface Waiting {
  news: ChatNews;
  resolve(): void;
  reject(error: NotDelivered): void;
}

/** Creates a sender, which sends one message after another, each with as much news as fits. */
export function createChatSender({ readTarget, post, sleep, now, log }: Operations) {
  let waiting: Waiting[] = [];
  let isSending = false;
  let pausedUntil = 0;
  // Events may be delivered twice.
  const sent = new LRUCache<string, Promise<void>>({ max: REMEMBERED_NEWS });

  /** Tries to send one message; the last outcome. */
  async function sendWithRetries(target: ChatTarget, request: ChatRequest): Promise<ChatOutcome> {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await post(target, request);
      const backoff = BACKOFFS_MS[attempt];
      const pause = outcome.retryAfterMs ?? backoff;
      if (outcome.result === "busy" && pause !== undefined) pausedUntil = now() + pause;
      if (!RETRIED.includes(outcome.result) || backoff === undefined || pause! > MAX_PAUSE_MS) return outcome;
      await sleep(pause!);
    }
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      await sleep(Math.max(GATHER_MS, pausedUntil - now()));
      const target = readTarget();
      if (target === null) {
        log({
          severity: "ERROR",
          message: "The chat hears nothing: LOGBOOK_CHAT_URL is missing, or fits no LOGBOOK_CHAT.",
        });
        settle(waiting.length, { result: "unset" });
        continue;
      }
      const { request, count } = createMessage(
        target.service,
        waiting.map(({ news }) => news),
      );
      const outcome = await sendWithRetries(target, request);
      // If the service has a fault, the rest would only wait for the same.
      settle(RETRIED.includes(outcome.result) ? waiting.length : count, outcome);
    }
    isSending = false;
  }

  function settle(count: number, { result, status }: ChatOutcome): void {
    const settled = waiting.slice(0, count);
    waiting = waiting.slice(count);
    const answer = status === undefined ? result : `${result}, ${status}`;
    if (result !== "delivered")
      log({ severity: "WARNING", message: `The chat did not get ${settled.length} of the news: ${answer}.` });
    for (const { news, resolve, reject } of settled) {
      if (!RETRIED.includes(result)) resolve();
      else {
        sent.delete(news.id);
        reject(new NotDelivered(`The chat did not get the news: ${answer}.`));
      }
    }
  }

  function add(news: ChatNews): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push({ news, resolve, reject });
      if (isSending) return;
      isSending = true;
      void sendAll();
    });
  }

  return {
    /** Sends news soon. Rejects if it should be tried again later; resolves also if the service refuses it for good. */
    send(news: ChatNews): Promise<void> {
      if (pausedUntil - now() > MAX_PAUSE_MS) return Promise.reject(new NotDelivered("The chat wants a longer pause."));
      const promise = sent.get(news.id) ?? add(news);
      sent.set(news.id, promise);
      return promise;
    },
  };
}
