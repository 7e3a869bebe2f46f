import { expect, it } from "vitest";
import { uploadFailure } from "./upload-failures.ts";

it("distinguishes a missing response from a refusal, and says what to do", () => {
  for (const code of ["storage/retry-limit-exceeded", "storage/canceled"])
    expect(uploadFailure(code)).toEqual({
      kind: "failed",
      reason: "The upload got no response. Please check your connection and try again.",
      noResponse: true,
    });
  expect(uploadFailure("storage/unauthorized")).toMatchObject({
    reason: expect.stringMatching(/refused.*ask an admin/),
    noResponse: false,
  });
  expect(uploadFailure("storage/unauthenticated")).toMatchObject({
    reason: expect.stringMatching(/sign in again/),
    noResponse: false,
  });
});

it("has a message for any other failure", () => {
  for (const code of ["storage/unknown", "toString", undefined])
    expect(uploadFailure(code)).toMatchObject({
      reason: "This file could not be uploaded. Please try again in a moment.",
      noResponse: false,
    });
});
