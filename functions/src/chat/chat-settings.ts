import { isIP } from "node:net";
import { CHAT_SERVICES, type ChatService } from "@logbook/domain";

type Environment = Record<string, string | undefined>;

/** Where messages go, and how. */
export interface ChatTarget {
  service: ChatService;
  /** The address with its secret; of Matrix that of the room's messages, without the message's id. */
  url: URL;
  /** Matrix' access token. */
  token?: string;
  /** `host:port` of a local receiver that gets all messages instead, over HTTP; never in production (start-check.ts). */
  emulatorHost?: string;
}

/** The service that hears of reports, `null` if none does. `npm run deploy` sets it (ops/deploy/files.ts). */
export const chatService = (env: Environment = process.env): ChatService | null =>
  CHAT_SERVICES.find((service) => service === env.LOGBOOK_CHAT) ?? null;

// The services' own hosts, and the paths of their webhooks. The other two services are on the host that the deploy sets.
const FIXED_HOSTS: Partial<Record<ChatService, { host: string; path: RegExp }>> = {
  discord: { host: "discord.com", path: /^\/api\/webhooks\/\d+\/[\w-]+$/ },
  slack: { host: "hooks.slack.com", path: /^\/services\/[\w/]+$/ },
};

// A secret may have only characters that a header may have.
const ACCESS_TOKEN = /^#([\w.~+/=-]+)$/;
const ROOM = /^\/((?:!|%21)[^/]+)$/;

/**
 * Reads the secret address. `null` if it is missing, or is no address of the service: another host or port, no HTTPS, an
 * IP address. Of Matrix the secret is `https://HOMESERVER/ROOM-ID#ACCESS-TOKEN`.
 */
export function readChatTarget(env: Environment = process.env): ChatTarget | null {
  const service = chatService(env);
  // Unlike `new URL`, this throws no error, whose properties would have the secret.
  const url = URL.parse(env.LOGBOOK_CHAT_URL?.trim() ?? "");
  if (service === null || url === null) return null;
  const { host, path } = FIXED_HOSTS[service] ?? { host: env.LOGBOOK_CHAT_HOST, path: /^/ };
  // `url.host` has the port, unless it is HTTPS's own. The domain lookup, and so its check, would not see an IP address.
  const isAllowed = url.protocol === "https:" && url.host === host && path.test(url.pathname);
  if (!isAllowed || url.username || url.password || isIP(url.hostname.replace(/^\[|\]$/g, ""))) return null;
  const emulator = env.CHAT_EMULATOR_HOST ? { emulatorHost: env.CHAT_EMULATOR_HOST } : {};
  if (service !== "matrix") {
    url.hash = "";
    return { service, url, ...emulator };
  }
  const [, token] = ACCESS_TOKEN.exec(url.hash) ?? [];
  const [, room] = ROOM.exec(url.pathname) ?? [];
  if (token === undefined || room === undefined) return null;
  const messages = new URL(`/_matrix/client/v3/rooms/${room}/send/m.room.message/`, url);
  return { service, url: messages, token, ...emulator };
}

/** The address of What's new. */
export const whatsNewLink = (env: Environment = process.env): string => `${env.LOGBOOK_SITE ?? ""}/?news`;

/** The address of a report's page. */
export const reportLink = (reference: string, env: Environment = process.env): string =>
  `${env.LOGBOOK_SITE ?? ""}/?report=${encodeURIComponent(reference)}`;
