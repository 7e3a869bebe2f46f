import { describe, expect, it } from "vitest";
import { formatFileSize } from "./file-size.ts";

describe("section 5: file sizes", () => {
  it.each([
    [0, "0 Bytes"],
    [512, "512 Bytes"],
    [1023, "1023 Bytes"],
    [1024, "1.00 KB"],
    [1536, "1.50 KB"],
    [1_048_575, "1.00 MB"],
    [5_242_880, "5.00 MB"],
    [1_610_612_736, "1.50 GB"],
    [5_497_558_138_880, "5120.00 GB"],
  ])("%i bytes are shown as %s", (bytes, size) => {
    expect(formatFileSize(bytes)).toBe(size);
  });
});
