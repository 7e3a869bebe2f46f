import { describe, expect, it } from "vitest";
import { parseAttachedFiles } from "./attached-files.ts";

const fileAt = (url: string) => ({ name: "a.pdf", size: 9, type: "application/pdf" as const, url });

describe("the files of a new report", () => {
  it("determine the id of the report if the request has no id", () => {
    expect(parseAttachedFiles({ attachments: [fileAt("/api/attachments/u1/issue1/f1")] }, "u1")).toEqual({
      id: "issue1",
      files: [
        {
          name: "a.pdf",
          size: 9,
          type: "application/pdf",
          ref: { uid: "u1", issueId: "issue1", fileId: "f1" },
        },
      ],
    });
  });

  it("are optional", () => {
    expect(parseAttachedFiles({ id: "chosen-id", attachments: [] }, "u1")).toEqual({ id: "chosen-id", files: [] });
    expect(parseAttachedFiles({ attachments: [] }, "u1")).toMatchObject({
      id: expect.stringMatching(/^[A-Za-z0-9_-]{2,64}$/),
    });
  });

  it.each([
    ["of someone else", ["/api/attachments/u2/issue1/f1"]],
    ["of another report", ["/api/attachments/u1/issue2/f1"]],
    ["of which two have the same path", ["/api/attachments/u1/issue1/f1", "/api/attachments/u1/issue1/f1"]],
  ])("%s are refused", (_description, urls) => {
    expect(parseAttachedFiles({ id: "issue1", attachments: urls.map(fileAt) }, "u1")).toMatchObject({
      code: "bad-request",
    });
  });
});
