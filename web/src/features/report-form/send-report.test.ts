import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Failure } from "../../shared/api/result.ts";
import { EMPTY_TEXTS } from "./report-texts.ts";
import { type SendPorts, sendReport } from "./send-report.ts";

const report = { ...EMPTY_TEXTS, title: "T", description: "D", type: "bug", id: "draft-1", userId: "u1" } as const;
const attachment = { name: "a.jpg", size: 3, type: "image/jpeg", url: "/api/attachments/u1/draft-1/f1" } as const;

const buildRefusal = (code: string, error: string): Failure => ({
  ok: false,
  kind: "refused",
  status: 400,
  error,
  code,
});

interface Failures {
  refusal?: Failure;
  failedUploadCount?: number;
}

/** The calls that `sendReport` makes. `createdReports` records each report. `create` fails if there is a `refusal`. */
function createPorts({ refusal, failedUploadCount = 0 }: Failures = {}) {
  const createdReports: unknown[] = [];
  const ports: SendPorts = {
    uploadAll: async () => failedUploadCount,
    uploadedAttachments: () => [attachment],
    create: async (body) => {
      createdReports.push(body);
      return refusal ?? { ok: true, data: { success: true, issue: { id: "draft-1" } as never } };
    },
  };
  return { ports, createdReports };
}

let loggedTexts: string[] = [];
beforeEach(() => {
  loggedTexts = [];
  vi.spyOn(console, "error").mockImplementation((text: string) => {
    loggedTexts.push(text);
  });
});
afterEach(() => vi.restoreAllMocks());

// In an outcome, `mustRenew` means that the next attempt needs a new id and new uploads, and `mayResend` that the next
// attempt can follow at once.
describe("a report", () => {
  it("is sent with the files uploaded for it, under the draft's id", async () => {
    const { ports, createdReports } = createPorts();
    expect(await sendReport(report, ports)).toEqual({
      kind: "sent",
      report: expect.objectContaining({ id: "draft-1" }),
    });
    expect(createdReports).toEqual([{ ...report, attachments: [attachment] }]);
    expect(loggedTexts).toEqual([]);
  });

  it("counts as sent if the response contains only `success`, which is all that section 7 requires", async () => {
    const create = async () => ({ ok: true, data: { success: true } }) as never;
    expect(await sendReport(report, { ...createPorts().ports, create })).toEqual({ kind: "sent", report: null });
  });

  it("is not sent if a file could not be uploaded; the log and the reporter get the reason", async () => {
    const { ports, createdReports } = createPorts({ failedUploadCount: 2 });
    expect(await sendReport(report, ports)).toEqual({
      kind: "failed",
      error: expect.stringContaining("Your report was not added: 2 files could not be attached"),
      mustRenew: false,
      mayResend: false,
    });
    expect(createdReports).toEqual([]);
    expect(loggedTexts).toEqual(["Failed to process attachments: 2 not uploaded."]);
  });

  it("is not added if the API refuses it; the log and the reporter get the reason", async () => {
    const refusal = buildRefusal("missing-fields", "Title is required. Please fill it in.");
    const { ports } = createPorts({ refusal });
    expect(await sendReport(report, ports)).toEqual({
      kind: "failed",
      error: "Your report was not added. Title is required. Please fill it in.",
      mustRenew: false,
      mayResend: false,
    });
    expect(loggedTexts).toEqual(["Failed to add issue:"]);
  });

  it("is refused if it had already arrived with other texts; the message proposes an amendment", async () => {
    const { ports } = createPorts({ refusal: buildRefusal("already-exists", "It exists.") });
    expect(await sendReport(report, ports)).toEqual({
      kind: "failed",
      error: expect.stringMatching(/had arrived already.*as an amendment/),
      mustRenew: true,
      mayResend: false,
    });
  });

  it("can be sent again at once, with new uploads, if Storage no longer has its files", async () => {
    const { ports } = createPorts({ refusal: buildRefusal("attachment-missing", "A file is missing.") });
    expect(await sendReport(report, ports)).toEqual({
      kind: "failed",
      error: "Your report was not added. A file is missing.",
      mustRenew: true,
      mayResend: true,
    });
  });
});
