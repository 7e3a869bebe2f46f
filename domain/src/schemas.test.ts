import { describe, expect, it } from "vitest";
import type { ZodType } from "zod";
import { LIMITS } from "./limits.ts";
import {
  amendmentSchema,
  createIssueSchema,
  credentialsSchema,
  newsSeenSchema,
  passwordSchema,
  stepSchema,
} from "./schemas.ts";

const report = { type: "bug", title: "Title", description: "Text" };
const file = { name: "a.pdf", size: 10, type: "application/pdf", url: "/api/attachments/u1/issue1/f1" };

const firstErrorMessage = (schema: ZodType, value: unknown): string | undefined =>
  schema.safeParse(value).error?.issues[0]?.message;

const INVALID_ID_MESSAGE =
  "id must have 2 to 64 letters, digits, hyphens or underscores, not two underscores at both ends.";

describe("a new report", () => {
  it("must have type, title and description; the other fields have defaults", () => {
    expect(createIssueSchema.parse(report)).toMatchObject({ priority: "MEDIUM", attachments: [], websiteUrl: "" });
  });

  it("has its title trimmed", () => {
    expect(createIssueSchema.parse({ ...report, title: "  A  " }).title).toBe("A");
    const longestTitle = "x".repeat(LIMITS.titleLength);
    expect(createIssueSchema.parse({ ...report, title: ` ${longestTitle} ` }).title).toBe(longestTitle);
  });

  it.each([
    ["an unknown type", { type: "chore" }, "type must be one of bug, feature."],
    ["an unknown priority", { priority: "URGENT" }, "priority must be one of LOW, MEDIUM, HIGH, CRITICAL."],
    ["a missing title", { title: undefined }, "Title is required. Please fill it in."],
    ["a blank title", { title: " \u00a0 " }, "Title is required. Please fill it in."],
    ["a long title", { title: "x".repeat(201) }, "Title may have at most 200 characters. Please shorten it."],
    [
      "a title that is too long in UTF-16 units",
      // An emoji has two UTF-16 units.
      { title: "🙂".repeat(101) },
      "Title may have at most 200 characters. Please shorten it.",
    ],
    [
      "a long description",
      { description: "x".repeat(10_001) },
      "Description may have at most 10,000 characters. Please shorten it.",
    ],
    [
      "a long detail field",
      { howItWorks: "x".repeat(10_001) },
      "How It Works may have at most 10,000 characters. Please shorten it.",
    ],
    [
      "a javascript: URL as website",
      { websiteUrl: "javascript:alert(1)" },
      "Website URL must start with http:// or https://. Please correct it or leave it empty.",
    ],
    [
      "six attachments",
      { attachments: Array(6).fill(file) },
      "A report may have at most 5 attachments. Please remove some.",
    ],
    [
      "a file over 5 MB",
      { attachments: [{ ...file, size: LIMITS.attachmentBytes + 1 }] },
      "An attachment may have at most 5 MB. Please attach a smaller file.",
    ],
    ["unparsable attachments", { attachments: "[" }, "attachments is a text that is not JSON. Please send a list."],
    [
      "a URL of another site",
      { attachments: [{ ...file, url: "https://example.org" }] },
      "An attachment's url must be /api/attachments/<uid>/<issueId>/<fileId>.",
    ],
    ["an id with other characters", { id: "x|.*|y" }, INVALID_ID_MESSAGE],
    ["an id that Firestore reserves", { id: "__x__" }, INVALID_ID_MESSAGE],
  ])("is refused with %s", (_, fields, message) => {
    expect(firstErrorMessage(createIssueSchema, { ...report, ...fields })).toBe(message);
  });

  it("is refused with an unknown field, also in an attachment", () => {
    expect(firstErrorMessage(createIssueSchema, { ...report, isAdmin: true })).toMatch(/isAdmin/);
    expect(firstErrorMessage(createIssueSchema, { ...report, attachments: [{ ...file, width: 5 }] })).toMatch(/width/);
  });

  it("section 3: an attachment that is sent as data is refused, and the message says how to send it", () => {
    const { url: _, ...fileWithoutUrl } = file;
    for (const attachment of [{ ...file, data: "data:," }, { ...fileWithoutUrl, data: "data:," }, { data: 5 }])
      for (const attachments of [[attachment], JSON.stringify([attachment])])
        expect(firstErrorMessage(createIssueSchema, { ...report, attachments })).toMatch(
          /upload it to Storage as attachments/,
        );
  });

  it("may have its attachments as a list or as a JSON-encoded list", () => {
    expect(createIssueSchema.parse({ ...report, attachments: JSON.stringify([file]) }).attachments).toEqual([file]);
    expect(createIssueSchema.parse({ ...report, attachments: [file] }).attachments).toEqual([file]);
  });
});

describe("a new amendment", () => {
  const amendment = { issueId: "issue1", text: "See it." };

  it("may have three attachments, and needs a text with them, too", () => {
    expect(amendmentSchema.parse(amendment).attachments).toEqual([]);
    const attachments = Array(3).fill(file);
    expect(amendmentSchema.parse({ ...amendment, attachments }).attachments).toEqual(attachments);
    expect(firstErrorMessage(amendmentSchema, { ...amendment, attachments: Array(4).fill(file) })).toBe(
      "An amendment may have at most 3 attachments. Please remove some.",
    );
    expect(firstErrorMessage(amendmentSchema, { ...amendment, text: " ", attachments })).toBe(
      "An amendment is required. Please fill it in.",
    );
  });
});

describe("section 5: credentials", () => {
  it.each([{}, { username: "ada" }, { username: " ", password: "secret" }, { username: "ada", password: "   " }])(
    "%j are refused with 'Please fill in all fields'",
    (value) => {
      expect(firstErrorMessage(credentialsSchema, value)).toBe("Please fill in all fields");
    },
  );

  it("the username is trimmed, the password is not", () => {
    expect(credentialsSchema.parse({ username: " ada ", password: " secret " })).toEqual({
      username: "ada",
      password: " secret ",
    });
  });

  it("a password has at least 6 characters", () => {
    expect(passwordSchema.safeParse("12345").success).toBe(false);
    expect(passwordSchema.safeParse("123456").success).toBe(true);
  });
});

describe("other requests", () => {
  it("the body of a status step must have a known status", () => {
    expect(firstErrorMessage(stepSchema, { status: "DONE" })).toMatch(/^status must be one of OPEN/);
    expect(stepSchema.parse({ status: "OPEN" })).toEqual({ status: "OPEN" });
  });

  it("an amendment is trimmed, is not empty and has at most 4,000 UTF-16 units", () => {
    expect(amendmentSchema.parse({ issueId: "abc", text: " hi " }).text).toBe("hi");
    expect(firstErrorMessage(amendmentSchema, { issueId: "abc", text: "  " })).toBe(
      "An amendment is required. Please fill it in.",
    );
    expect(amendmentSchema.safeParse({ issueId: "abc", text: "x".repeat(4001) }).success).toBe(false);
    expect(amendmentSchema.safeParse({ issueId: "abc", text: "🙂".repeat(2000) }).success).toBe(true);
    expect(amendmentSchema.safeParse({ issueId: "abc", text: "🙂".repeat(2001) }).success).toBe(false);
  });

  it("the request that marks news as seen must have an instant that Firestore can store", () => {
    expect(newsSeenSchema.safeParse({ until: "0001-01-01T00:00:00.000Z" }).success).toBe(true);
    for (const until of ["0000-12-31T00:00:00.000Z", "2025-02-30", "now", undefined])
      expect(newsSeenSchema.safeParse({ until }).success).toBe(false);
  });
});
