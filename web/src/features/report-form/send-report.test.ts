import type { CreateIssue } from "@logbook/domain";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Failure } from "../../shared/api/result.ts";
import { createFileStore } from "../attachments/index.ts";
import { EMPTY_TEXTS } from "../report-texts/index.ts";
import type { createIssue } from "./api.ts";
import { sendReport } from "./send-report.ts";

const texts = { ...EMPTY_TEXTS, title: "T", description: "D" };
const report = { texts, type: "bug", user: { id: "u1", username: "max", isAdmin: false } } as const;
const attachment = { name: "a.jpg", size: 3, type: "image/jpeg", url: "/api/attachments/u1/draft-1/f1" } as const;

const buildRefusal = (code: string, error: string): Failure => ({
  ok: false,
  kind: "refused",
  status: 400,
  error,
  code,
});

interface Failures {
  /** The results of the first calls of `create`; all later calls succeed. */
  refusals?: Failure[];
  failedUploadCount?: number;
}

/** A draft with one uploaded file, and a function `create` that records each report in `createdReports`. */
function createFakes({ refusals = [], failedUploadCount = 0 }: Failures = {}) {
  const createdReports: CreateIssue[] = [];
  const { url, ...file } = attachment;
  const listedFile = { ...file, key: "1", content: null, resizedFrom: null, state: { kind: "uploaded" as const, url } };
  const uploadFolders: string[] = [];
  const files = {
    ...createFileStore(5),
    get: () => ({ files: [listedFile], note: null }),
    uploadAll: async ({ issueId }: { issueId: string }) => {
      uploadFolders.push(issueId);
      return failedUploadCount;
    },
    forgetUploads: () => undefined,
  };
  const create = (async (body: CreateIssue) => {
    createdReports.push(body);
    return (
      refusals.shift() ?? {
        ok: true,
        data: { success: true, issue: { id: body.id, user: { username: "max" } } as never },
      }
    );
  }) as typeof createIssue;
  return { draft: { id: "draft-1", files }, create, createdReports, uploadFolders };
}

let loggedTexts: string[] = [];
beforeEach(() => {
  loggedTexts = [];
  vi.spyOn(console, "error").mockImplementation((text: string) => {
    loggedTexts.push(text);
  });
});
afterEach(() => vi.restoreAllMocks());

describe("a report", () => {
  it("is sent with the files uploaded for it, under the draft's id", async () => {
    const { draft, create, createdReports } = createFakes();
    expect(await sendReport(draft, { ...report, create })).toEqual({
      kind: "sent",
      report: expect.objectContaining({ id: "draft-1" }),
    });
    const sender = { reporter: "max", userId: "u1" };
    expect(createdReports).toEqual([{ ...texts, ...sender, id: "draft-1", type: "bug", attachments: [attachment] }]);
    expect(loggedTexts).toEqual([]);
  });

  it("counts as sent if the response contains only `success`, which is all that section 7 requires", async () => {
    const create = async () => ({ ok: true, data: { success: true } }) as never;
    expect(await sendReport(createFakes().draft, { ...report, create })).toEqual({ kind: "sent", report: null });
  });

  it("is not sent if a file could not be uploaded; the log and the reporter get the reason", async () => {
    const { draft, create, createdReports } = createFakes({ failedUploadCount: 2 });
    expect(await sendReport(draft, { ...report, create })).toEqual({
      kind: "failed",
      error: expect.stringContaining("Your report was not added: 2 files could not be attached"),
    });
    expect(createdReports).toEqual([]);
    expect(draft.id).toBe("draft-1");
    expect(loggedTexts).toEqual(["Failed to process attachments: 2 not uploaded."]);
  });

  it("is not added if the API refuses it; the log and the reporter get the reason", async () => {
    const refusal = buildRefusal("missing-fields", "Title is required. Please fill it in.");
    const { draft, create } = createFakes({ refusals: [refusal] });
    expect(await sendReport(draft, { ...report, create })).toEqual({
      kind: "failed",
      error: "Your report was not added. Title is required. Please fill it in.",
    });
    expect(draft.id).toBe("draft-1");
    expect(loggedTexts).toEqual(["Failed to add issue:"]);
  });

  it("is refused if it had already arrived with other texts; the message proposes an amendment", async () => {
    const { draft, create, createdReports } = createFakes({ refusals: [buildRefusal("already-exists", "It exists.")] });
    expect(await sendReport(draft, { ...report, create })).toEqual({
      kind: "failed",
      error: expect.stringMatching(/had arrived already.*as an amendment/),
    });
    expect(createdReports).toHaveLength(1);
    // The next attempt files a second report.
    expect(draft.id).not.toBe("draft-1");
  });

  it("is sent once more under a new id, with new uploads, if Storage no longer has its files", async () => {
    const refusal = buildRefusal("attachment-missing", "A file is missing.");
    const { draft, create, createdReports, uploadFolders } = createFakes({ refusals: [refusal] });
    expect(await sendReport(draft, { ...report, create })).toMatchObject({ kind: "sent" });
    expect(createdReports.map(({ id }) => id)).toEqual(["draft-1", draft.id]);
    expect(uploadFolders).toEqual(["draft-1", draft.id]);
    expect(draft.id).not.toBe("draft-1");
  });

  it("is not sent a third time if Storage has lost its files again", async () => {
    const refusal = buildRefusal("attachment-missing", "A file is missing.");
    const { draft, create, createdReports } = createFakes({ refusals: [refusal, refusal] });
    expect(await sendReport(draft, { ...report, create })).toEqual({
      kind: "failed",
      error: "Your report was not added. A file is missing.",
    });
    expect(createdReports).toHaveLength(2);
    // The next attempt again uses a new id.
    expect(createdReports.map(({ id }) => id)).not.toContain(draft.id);
  });
});
