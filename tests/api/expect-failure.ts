import type { ErrorCode } from "@logbook/domain";
import { expect } from "vitest";
import type { ApiResponse } from "../support/actors.ts";

/** Expects a failure in the API's form: status, code and a complete sentence. */
export function expectFailure(answered: ApiResponse, status: number, code: ErrorCode): void {
  expect({ status: answered.status, ...answered.body }).toEqual({
    status,
    success: false,
    code,
    error: expect.stringMatching(/^[A-Za-z].{5,}[a-z.]$/s),
  });
}
