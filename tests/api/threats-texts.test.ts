import { LIMITS } from "@logbook/domain";
import { expect, test, vi } from "vitest";
import { reportBody } from "../support/actors.ts";
import { patient } from "../support/patience.ts";
import { uniqueId } from "../support/suite.ts";
import {
  createValidCalls,
  createValidQueries,
  expectRefused,
  type Fields,
  fileReport,
  member,
  PASSWORD,
  send,
  useAttackers,
} from "./attacks.ts";

import { INVISIBLE_TEXTS, UNPAIRED_SURROGATES } from "./hostile-texts.ts";

useAttackers();
// Each test tries a whole table of attacks, which takes long.
vi.setConfig({ testTimeout: patient(120_000) });

/** The two texts with `2J` are escape sequences that clear a terminal's screen. */
const CONTROL_CHARACTERS = ["\u0000", "\u0007", "\u001b[2J", "\u007f", "\u0085", "\u009b2J"];

test("threat 6: an invisible text is refused with 400 as a title, a description and an amendment", async () => {
  const { id } = await fileReport(member);
  await expectRefused(
    { status: 400 },
    INVISIBLE_TEXTS.flatMap((text) => [
      { label: `a title: ${JSON.stringify(text)}`, path: "/api/issues", as: member, body: reportBody({ title: text }) },
      {
        label: `a description: ${JSON.stringify(text)}`,
        path: "/api/issues",
        as: member,
        body: reportBody({ description: text }),
      },
      {
        label: `an amendment: ${JSON.stringify(text)}`,
        path: "/api/issues/amendment",
        as: member,
        body: { issueId: id, text },
      },
    ]),
  );
});

/** Copies of a body or query, one for each text in it (in nested objects too). Each copy has `badText` in that text. */
function copiesWithText(badText: string, fields: object): { field: string; body: Fields }[] {
  return Object.entries(fields).flatMap(([field, oldValue]) => {
    const copyWith = (newValue: unknown): Fields =>
      Object.assign(Array.isArray(fields) ? [...fields] : { ...fields }, { [field]: newValue });
    if (typeof oldValue === "string") return [{ field, body: copyWith(`${oldValue}${badText}b`) }];
    if (typeof oldValue !== "object" || oldValue === null) return [];
    return copiesWithText(badText, oldValue).map((copy) => ({
      field: `${field}.${copy.field}`,
      body: copyWith(copy.body),
    }));
  });
}

test("threat 6: a text that is too long or has control characters or an unpaired surrogate is refused with 400 in every field that a call stores", async () => {
  const calls = await createValidCalls();
  // A password that is only compared may be any text.
  const comparing = ["POST /api/auth/login", "POST /api/auth/delete-account"];
  const isStored = (route: string, field: string) => !comparing.includes(route) && field !== "currentPassword";
  await expectRefused(
    { status: 400 },
    [...CONTROL_CHARACTERS, ...UNPAIRED_SURROGATES, "x".repeat(100_000)].flatMap((badText) =>
      calls.flatMap((validCall) =>
        copiesWithText(badText, validCall.body)
          .filter(({ field }) => isStored(validCall.route, field))
          .map(({ field, body }) => ({
            ...validCall,
            label: `${validCall.route}, ${field}: ${JSON.stringify(badText.slice(0, 9))}`,
            body,
          })),
      ),
    ),
  );
  // A tab, a line separator and an emoji are accepted.
  const title = "tab\t and \u2028 and 😀";
  expect((await fileReport(member, { title })).title).toBe(title);
});

test("threat 6: a text that is too long or has control characters is refused with 400 in every field of every query", async () => {
  const queries = await createValidQueries();
  await expectRefused(
    { status: 400 },
    [...CONTROL_CHARACTERS, "x".repeat(LIMITS.urlLength)].flatMap((badText) =>
      queries.flatMap(({ route, path, as, query }) =>
        copiesWithText(badText, query).map(({ field, body }) => ({
          label: `${route}, ${field}: ${JSON.stringify(badText.slice(0, 9))}`,
          method: "GET",
          path: `${path}?${new URLSearchParams(body as Record<string, string>)}`,
          as,
        })),
      ),
    ),
  );
  // No URL can have an unpaired surrogate: its bytes arrive as U+FFFD.
  expect((await send("GET", "/api/issues?search=%ED%A0%80", member)).status).toBe(200);
});

test("threat 9: an address that is not http or https is refused with 400", async () => {
  const hostileAddresses = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    " javascript:alert(1)",
    "java\tscript:alert(1)",
    "java\nscript:alert(1)",
    "\u0001javascript:alert(1)",
    "javascript://example.org/%0aalert(1)",
    "javascript:https://example.org",
    "data:text/html,<script>alert(1)</script>",
    "DATA:text/html;base64,PHNjcmlwdD4=",
    "vbscript:msgbox(1)",
    "blob:https://example.org/x",
    "file:///etc/passwd",
    "ftp://example.org/x",
    "about:blank",
    "//evil.example",
    "/\\evil.example",
    "http:evil.example",
    "https:\\\\evil.example",
    "https:/evil.example",
    "http://",
    "https:///evil.example",
    "https://?x",
    "https://#x",
    "https://@evil.example",
    "https:// evil.example",
    "https://evil\u2028.example",
    "https://evil\u00a0.example",
    "view-source:https://example.org",
    "https://example.org\njavascript:alert(1)",
    "httpx://example.org",
    "&#106;avascript:alert(1)",
    "example.org",
  ];
  await expectRefused(
    { status: 400 },
    hostileAddresses.map((websiteUrl) => ({
      label: websiteUrl,
      path: "/api/issues",
      as: member,
      body: reportBody({ websiteUrl }),
    })),
  );
  for (const websiteUrl of [
    "http://example.org",
    "HTTPS://EXAMPLE.ORG/a?b=c#d",
    "https://user:pw@example.org/",
    "https://例え.jp",
  ])
    expect((await fileReport(member, { websiteUrl })).websiteUrl).toBe(websiteUrl);
});

test("threat 10: a username that imitates another is refused with 400 and the reason", async () => {
  // Each key is a part of the error message for the names in its list.
  const badNamesByReason: Record<string, string[]> = {
    "different alphabets": [
      "\u0410dmin",
      "adm\u0456n",
      "R\u043e\u043et",
      "p\u0430ypal",
      "\u03bfwner",
      "m\u0430x",
      "a\u0561b",
      "max\u0661",
      "a\u30a2b",
    ],
    "may hold letters": [
      "ad\u200dmin",
      "ad\u200bmin",
      "ad\u2060min",
      "an\u00adna",
      "\u202enimda",
      "\u2066anna\u2069",
      "an\u200ena",
      "anna\u0000",
      "an\tna",
      "an\nna",
      "an  na",
      "an\u00a0na",
      "<b>anna</b>",
      "anna@example.org",
      "anna/admin",
      "👑 anna",
      "anna✓",
      "\u24d0\u24d3\u24dc",
      "anna\ud800",
      "\u{1f600}",
    ],
    "invisible characters": [
      "ad\u034fmin",
      "anna\ufe0f",
      "\u3164\u3164",
      "\u115f\u1160",
      "an\u{e0101}na",
      "\u0301anna",
    ],
    reserved: [
      "admin",
      "ADMIN",
      "Admin ",
      "ａｄｍｉｎ",
      "\u{1d41a}\u{1d41d}\u{1d426}\u{1d422}\u{1d427}",
      "ADM\u0130N",
      "adm\u0131n",
      "\u00e1dmin",
      "a\u0301dmin",
      "a.d.m.i.n",
      "_admin_",
      "Root.",
      "\u017ftaff",
      "System",
      "NULL",
      "Undefined",
      "Logbook",
      "Everyone",
    ],
    "two underscores": ["__proto__", "__anna__"],
    characters: ["a", "x".repeat(65)],
    "at least one letter": ["...", "- -"],
  };
  const register = (username: string) =>
    send("POST", "/api/auth/register", undefined, { username, password: PASSWORD });
  for (const [reason, badNames] of Object.entries(badNamesByReason)) {
    for (const username of badNames) {
      const { status, body } = await register(username);
      expect({ username, status, code: body.code, error: body.error }).toEqual({
        username,
        status: 400,
        code: "bad-username",
        error: expect.stringContaining(reason),
      });
    }
  }
  // Names that differ only by case, width or composition are the same.
  const takenName = uniqueId("Zo\u00eb");
  expect((await register(takenName)).status).toBe(201);
  const sameNames = [
    takenName.toUpperCase(),
    takenName.normalize("NFD"),
    ` ${takenName} `,
    takenName.replace("Z", "Ｚ"),
  ];
  for (const username of sameNames) {
    const { status, body } = await register(username);
    expect({ username, status, code: body.code }).toEqual({ username, status: 409, code: "username-taken" });
  }
});

const MAX_PROCESSING_MS = patient(1_500);

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

test("threat 8: no username and no search text takes the API more than 1.5 s to process", async () => {
  const sendName = async (path: string, username: string, status: number): Promise<void> => {
    expect((await send("POST", path, undefined, { username, password: PASSWORD })).status).toBe(status);
  };
  // The first call of each route is not measured, because it may have to load code or data.
  await sendName("/api/auth/login", "nobody", 401);
  // Sorting these combining characters would take seconds.
  const slowName = `a${"\u0301\u0316".repeat(60_000)}`;
  expect(await measureMs(() => sendName("/api/auth/login", slowName, 401))).toBeLessThan(MAX_PROCESSING_MS);
  expect(await measureMs(() => sendName("/api/auth/register", slowName, 400))).toBeLessThan(MAX_PROCESSING_MS);

  // As regular expressions some of these searches would take years to find no match in this title.
  await fileReport(member, { title: `${"a".repeat(LIMITS.titleLength - 1)}!` });
  const searches = [
    "(a+)+$",
    ".*(a+)+$",
    "(((((((",
    "[",
    "\\",
    "%",
    "%25",
    "%00",
    "a".repeat(200),
    "\u0301\u0316".repeat(100),
  ];
  const searchRoutes = (await createValidQueries()).flatMap((validQuery) => {
    const field = ["search", "title"].find((name) => name in validQuery.query);
    return field === undefined ? [] : [{ ...validQuery, field }];
  });
  for (const { route, path, as, query, field } of searchRoutes) {
    // The query's filters would leave no report to search, so send only the parameters that a call requires.
    const requiredParameters = Object.entries(query).filter(([name]) => ["since", "ids"].includes(name));
    const search = async (text: string): Promise<void> => {
      const parameters = new URLSearchParams([...requiredParameters, [field, text]]);
      const { status } = await send("GET", `${path}?${parameters}`, as);
      expect(status, `${route}: ${text}`).toBe(200);
    };
    await search("login");
    for (const text of searches)
      expect(await measureMs(() => search(text)), `${route}: ${text}`).toBeLessThan(MAX_PROCESSING_MS);
  }
});
