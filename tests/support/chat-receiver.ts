import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedMessage {
  method: string;
  /** Path and query. */
  url: string;
  body: { content: string; allowed_mentions: object };
}

/** How the receiver answers a message; `null`: never. */
export type ChatAnswer = { status: number; headers?: Record<string, string> } | null;

/** A chat on this machine that hears what the functions send, in the place of the real service. */
export interface ChatReceiver {
  messages: ReceivedMessage[];
  /** The answers to the next messages; then every message is accepted. */
  answers: ChatAnswer[];
  /** The environment of functions whose chat is this one. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** The secret part of the address in `env`. */
export const CHAT_SECRET = "a-Secret_of-the_Chat";

export async function startChatReceiver(): Promise<ChatReceiver> {
  const messages: ReceivedMessage[] = [];
  const answers: ChatAnswer[] = [];
  const server = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    messages.push({ method: request.method!, url: request.url!, body: JSON.parse(body) });
    const answer = answers.length > 0 ? answers.shift()! : { status: 204 };
    if (answer !== null) response.writeHead(answer.status, answer.headers).end();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    messages,
    answers,
    env: {
      LOGBOOK_CHAT: "discord",
      LOGBOOK_CHAT_URL: `https://discord.com/api/webhooks/1/${CHAT_SECRET}`,
      LOGBOOK_SITE: "https://logbook.example.org",
      CHAT_EMULATOR_HOST: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    },
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
