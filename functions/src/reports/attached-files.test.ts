import { describe, expect, it } from "vitest";
import { parseAttachedFiles } from "./attached-files.ts";

const file = (url: string) => ({ name: "a.pdf", size: 9, type: "application/pdf" as const, url });

describe("the files of a new report", () => {
  it("determine its id if the request names none", () => {
    expect(parseAttachedFiles({ attachments: [file("/api/attachments/u1/issue1/f1")] }, "u1")).toEqual({
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
    expect(parseAttachedFiles({ id: "given", attachments: [] }, "u1")).toEqual({ id: "given", files: [] });
    expect(parseAttachedFiles({ attachments: [] }, "u1")).toMatchObject({
      id: expect.stringMatching(/^[A-Za-z0-9_-]{2,64}$/),
    });
  });

  it.each([
    ["of someone else", ["/api/attachments/u2/issue1/f1"]],
    ["of another report", ["/api/attachments/u1/issue2/f1"]],
    ["that name one file twice", ["/api/attachments/u1/issue1/f1", "/api/attachments/u1/issue1/f1"]],
  ])("%s are refused", (_description, urls) => {
    expect(parseAttachedFiles({ id: "issue1", attachments: urls.map(file) }, "u1")).toMatchObject({
      code: "bad-request",
    });
  });
});
