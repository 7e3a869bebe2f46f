import { describe, expect, it } from "vitest";
import { chatService, readChatTarget, reportLink } from "./chat-settings.ts";

const DISCORD = "https://discord.com/api/webhooks/123456/a-Secret_1";
const SLACK = "https://hooks.slack.com/services/T000/B000/aSecret1";
const MATRIX = "https://matrix.example.org/!room:example.org#a_secret_1";
const HOSTS: Record<string, string> = { matrix: "matrix.example.org", json: "hooks.example.org" };

const read = (service: string, url: string | undefined, host = HOSTS[service]) =>
  readChatTarget({ LOGBOOK_CHAT: service, LOGBOOK_CHAT_URL: url, LOGBOOK_CHAT_HOST: host });

describe("the chat's address", () => {
  it.each([
    ["discord", DISCORD, DISCORD],
    ["discord", ` ${DISCORD}?thread_id=5\n`, `${DISCORD}?thread_id=5`],
    ["slack", SLACK, SLACK],
    ["json", "https://hooks.example.org/a?b=c", "https://hooks.example.org/a?b=c"],
    ["json", "https://HOOKS.example.org:443/", "https://hooks.example.org/"],
  ])("of %s is the secret %j", (service, secret, url) => {
    expect(read(service, secret)?.url.href).toBe(url);
    expect(read(service, secret)).not.toHaveProperty("emulatorHost");
  });

  it("of Matrix is that of a room's messages, and the token is not in it", () => {
    const target = read("matrix", MATRIX);
    expect(target?.url.href).toBe(
      "https://matrix.example.org/_matrix/client/v3/rooms/!room:example.org/send/m.room.message/",
    );
    expect(target?.token).toBe("a_secret_1");
    expect(target?.url.href).not.toContain("a_secret_1");
  });

  it.each([
    ["is missing", "discord", undefined],
    ["is empty", "slack", ""],
    ["is no address", "discord", "a-Secret_1"],
    ["has no HTTPS", "discord", DISCORD.replace("https", "http")],
    ["has another scheme", "json", "ftp://hooks.example.org/"],
    ["is of another service", "discord", SLACK],
    ["is of another service, too", "slack", DISCORD],
    ["is on a host that only begins like the service's", "discord", DISCORD.replace(".com", ".com.example.org")],
    ["is on a host that only ends like it", "slack", SLACK.replace("hooks", "x-hooks")],
    ["is on a subdomain", "discord", DISCORD.replace("discord", "a.discord")],
    ["has the service's host as a user", "discord", "https://discord.com@example.org/api/webhooks/1/a"],
    ["has a user", "discord", DISCORD.replace("//", "//a:b@")],
    ["has another port", "discord", DISCORD.replace(".com", ".com:8443")],
    ["is another path of the service", "discord", "https://discord.com/api/users/1"],
    ["leaves the webhooks' path", "discord", "https://discord.com/api/webhooks/../users/1"],
    ["is on a host that is not the deploy's", "json", "https://other.example.org/"],
    ["has no token", "matrix", MATRIX.split("#")[0]],
    ["has a token with a line break", "matrix", `${MATRIX}%0d%0ax`],
    ["has no room", "matrix", "https://matrix.example.org/#a_secret_1"],
    ["has more than a room", "matrix", "https://matrix.example.org/!a/../!b/x#a_secret_1"],
  ])("threat 50: is refused if it %s", (_, service, secret) => expect(read(service, secret)).toBeNull());

  it.each(["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "8.8.8.8"])(
    "is refused if the deploy's host is the IP address %s",
    (host) => {
      for (const allowed of [host, new URL(`https://${host}`).host])
        expect(read("json", `https://${host}/`, allowed), allowed).toBeNull();
    },
  );

  it("is refused if the deploy names no host", () => {
    expect(readChatTarget({ LOGBOOK_CHAT: "json", LOGBOOK_CHAT_URL: "https://hooks.example.org/" })).toBeNull();
  });
});

describe("no chat", () => {
  it.each(["off", "", undefined, "irc", "constructor"])("is set up by %j", (service) => {
    expect(chatService({ LOGBOOK_CHAT: service })).toBeNull();
    expect(readChatTarget({ LOGBOOK_CHAT: service, LOGBOOK_CHAT_URL: DISCORD })).toBeNull();
  });
});

it("a link leads to a report's page, by number or by id", () => {
  const env = { LOGBOOK_SITE: "https://logbook.example.org" };
  expect(reportLink("142", env)).toBe("https://logbook.example.org/?report=142");
  expect(reportLink("a&b", env)).toBe("https://logbook.example.org/?report=a%26b");
});
