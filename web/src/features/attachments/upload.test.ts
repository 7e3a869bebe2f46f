import { expect, it } from "vitest";
import { uploadFailure } from "./upload.ts";

it("says 'check your connection' without a response, and 'sign in' or 'ask an admin' after a refusal", () => {
  for (const code of ["storage/retry-limit-exceeded", "storage/canceled"])
    expect(uploadFailure(code)).toEqual({
      kind: "failed",
      reason: "The upload got no response. Please check your connection and try again.",
      gotNoResponse: true,
    });
  expect(uploadFailure("storage/unauthorized")).toMatchObject({
    reason: expect.stringMatching(/refused.*ask an admin/),
    gotNoResponse: false,
  });
  expect(uploadFailure("storage/unauthenticated")).toMatchObject({
    reason: expect.stringMatching(/sign in again/),
    gotNoResponse: false,
  });
});

it("after any other failure the user is told to try again", () => {
  // `toString` is a property of every object, but no code of Storage.
  for (const code of ["storage/unknown", "toString", undefined])
    expect(uploadFailure(code)).toMatchObject({
      reason: "This file could not be uploaded. Please try again in a moment.",
      gotNoResponse: false,
    });
});
