import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Failure } from "../../shared/api/result.ts";
import { EMPTY_TEXTS } from "./report-texts.ts";
import { type SendPorts, sendReport } from "./send-report.ts";

const report = { ...EMPTY_TEXTS, title: "T", description: "D", type: "bug", id: "draft-1", userId: "u1" } as const;
const attachment = { name: "a.jpg", size: 3, type: "image/jpeg", url: "/api/attachments/u1/draft-1/f1" } as const;

const failure = (code: string, error: string): Failure => ({ ok: false, kind: "refused", status: 400, error, code });

/** Ports that record each created report in `created`. `create` fails with `refusal`; `missing` files fail. */
function createPorts(refusal: Failure | null, missing = 0) {
  const created: unknown[] = [];
  const ports: SendPorts = {
    uploadAll: async () => missing,
    attachments: () => [attachment],
    create: async (body) => {
      created.push(body);
      return refusal ?? { ok: true, data: { success: true, issue: { id: "draft-1" } as never } };
    },
  };
  return { ports, created };
}

let logged: string[] = [];
beforeEach(() => {
  logged = [];
  vi.spyOn(console, "error").mockImplementation((text: string) => {
    logged.push(text);
  });
});
afterEach(() => vi.restoreAllMocks());

describe("a report", () => {
  it("is sent with the files uploaded for it, under the draft's id", async () => {
    const { ports, created } = createPorts(null);
    expect(await sendReport(report, ports)).toEqual({
      kind: "sent",
      report: expect.objectContaining({ id: "draft-1" }),
    });
    expect(created).toEqual([{ ...report, attachments: [attachment] }]);
    expect(logged).toEqual([]);
  });

  it("is sent even if the response holds no more than section 7 requires", async () => {
    const create = async () => ({ ok: true, data: { success: true } }) as never;
    expect(await sendReport(report, { ...createPorts(null).ports, create })).toEqual({ kind: "sent", report: null });
  });

  it("is not sent while a file is missing; the log and the reporter get the reason", async () => {
    const { ports, created } = createPorts(null, 2);
    expect(await sendReport(report, ports)).toEqual({
      kind: "failed",
      error: expect.stringContaining("Your report was not added: 2 files could not be attached"),
      mustRenew: false,
      mayResend: false,
    });
    expect(created).toEqual([]);
    expect(logged).toEqual(["Failed to process attachments: 2 not uploaded."]);
  });

  it("is not added if the API refuses it; the log and the reporter get the reason", async () => {
    const { ports } = createPorts(failure("missing-fields", "Title is required. Please fill it in."));
    expect(await sendReport(report, ports)).toEqual({
      kind: "failed",
      error: "Your report was not added. Title is required. Please fill it in.",
      mustRenew: false,
      mayResend: false,
    });
    expect(logged).toEqual(["Failed to add issue:"]);
  });

  it("is not filed twice without notice if it was changed after an attempt that had arrived", async () => {
    expect(await sendReport(report, createPorts(failure("already-exists", "It exists.")).ports)).toEqual({
      kind: "failed",
      error: expect.stringMatching(/had arrived already.*as an amendment/),
      mustRenew: true,
      mayResend: false,
    });
  });

  it("uploads its files again if Storage no longer has them", async () => {
    expect(await sendReport(report, createPorts(failure("attachment-missing", "A file is missing.")).ports)).toEqual({
      kind: "failed",
      error: "Your report was not added. A file is missing.",
      mustRenew: true,
      mayResend: true,
    });
  });
});
