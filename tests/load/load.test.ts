import { expect, it } from "vitest";
import { FAULTS } from "./faults.ts";
import { runLoad } from "./load.ts";

// docs/testing.md explains these variables.
const MINUTES = Number(process.env.LOGBOOK_LOAD_MINUTES ?? 1);
const SEED = Number(process.env.LOGBOOK_LOAD_SEED ?? Date.now() % 1_000_000);
/** Each fault occurs about once a minute. */
const FAULT_EVERY_SECONDS = 10;

it("every acknowledged write is stored once and by legal steps, and shown in every list, while processes and Firestore fail", {
  timeout: 240_000 + MINUTES * 60_000,
}, async () => {
  const lines: string[] = [];
  const { problems, faults, acknowledged, lists } = await runLoad({
    minutes: MINUTES,
    faultEverySeconds: FAULT_EVERY_SECONDS,
    seed: SEED,
    log: (line) => lines.push(line),
  });
  console.log(lines.join("\n"));
  expect(problems, `seed ${SEED}`).toEqual([]);
  expect(new Set(faults)).toEqual(new Set(FAULTS.map(({ name }) => name)));
  expect(acknowledged).toBeGreaterThan(100);
  expect(lists).toBeGreaterThan(100);
});
