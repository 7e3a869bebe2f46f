import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Failure } from "../../shared/api/result.ts";
import { EMPTY_TEXTS } from "./report-texts.ts";
import { type SendPorts, sendReport } from "./send-report.ts";

const report = { ...EMPTY_TEXTS, title: "T", description: "D", type: "bug", id: "draft-1", userId: "u1" } as const;
const attachment = { name: "a.jpg", size: 3, type: "image/jpeg", url: "/api/attachments/u1/draft-1/f1" } as const;

const failure = (code: string, error: string): Failure => ({ ok: false, kind: "refused", status: 400, error, code });

/** Ports that record what is created, and answer as told. */
function ports(answer: Failure | null, missing = 0) {
  const created: unknown[] = [];
  const given: SendPorts = {
    uploadAll: async () => missing,
    attachments: () => [attachment],
    create: async (body) => {
      created.push(body);
      return answer ?? { ok: true, data: { success: true, issue: { id: "draft-1" } as never } };
    },
  };
  return { given, created };
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
    const { given, created } = ports(null);
    expect(await sendReport(report, given)).toEqual({
      kind: "sent",
      issue: expect.objectContaining({ id: "draft-1" }),
    });
    expect(created).toEqual([{ ...report, attachments: [attachment] }]);
    expect(logged).toEqual([]);
  });

  it("is sent too where the server says no more than section 7 asks of it", async () => {
    const create = async () => ({ ok: true, data: { success: true } }) as never;
    expect(await sendReport(report, { ...ports(null).given, create })).toEqual({ kind: "sent", issue: null });
  });

  it("is not sent while a file is missing; that is logged and said", async () => {
    const { given, created } = ports(null, 2);
    expect(await sendReport(report, given)).toEqual({
      kind: "failed",
      error: expect.stringContaining("Your report was not added: 2 files could not be attached"),
      renew: false,
    });
    expect(created).toEqual([]);
    expect(logged).toEqual(["Failed to process attachments: 2 not uploaded."]);
  });

  it("that is refused says why, and the log has it", async () => {
    const { given } = ports(failure("missing-fields", "Title is required. Please fill it in."));
    expect(await sendReport(report, given)).toEqual({
      kind: "failed",
      error: "Your report was not added. Title is required. Please fill it in.",
      renew: false,
    });
    expect(logged).toEqual(["Failed to add issue:"]);
  });

  it("that was changed after a try that had arrived is not sent silently as another", async () => {
    expect(await sendReport(report, ports(failure("already-exists", "It exists.")).given)).toEqual({
      kind: "failed",
      error: expect.stringMatching(/had arrived already.*as an amendment/),
      renew: true,
    });
  });

  it("whose files are gone from the store has them uploaded again", async () => {
    expect(await sendReport(report, ports(failure("attachment-missing", "A file is missing.")).given)).toEqual({
      kind: "failed",
      error: "Your report was not added. A file is missing.",
      renew: true,
    });
  });
});
