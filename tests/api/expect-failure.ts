import type { ErrorCode } from "@logbook/domain";
import { expect } from "vitest";
import type { ApiResponse } from "../support/actors.ts";

/** Expects a failure in the API's form: status, code, and at least 7 characters of text that look like a sentence. */
export function expectFailure(response: ApiResponse, status: number, code: ErrorCode): void {
  expect({ status: response.status, ...response.body }).toEqual({
    status,
    success: false,
    code,
    error: expect.stringMatching(/^[A-Za-z].{5,}[a-z.]$/s),
  });
}
