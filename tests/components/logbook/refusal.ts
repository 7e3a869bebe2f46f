import type { ErrorCode } from "@logbook/domain";

/** A route throws this to respond with a failure. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
