import { expect, it } from "vitest";
import { createMemoryCheck } from "./memory.ts";

it("an instance with little memory left frees its caches at each check, and says so in its log once", () => {
  let usedMb = 0;
  let freedCount = 0;
  const entries: object[] = [];
  const check = createMemoryCheck({
    readMemory: () => usedMb * 1024 * 1024,
    freeMemory: () => {
      freedCount += 1;
    },
    log: (entry) => void entries.push(entry),
  });
  for (usedMb of [300, 819, 820, 400, 1_000]) check();
  expect(freedCount).toBe(2);
  expect(entries).toEqual([
    { severity: "WARNING", message: expect.stringContaining("This instance uses 820 of 1024 MB.") },
  ]);
});
