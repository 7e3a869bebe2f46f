import { expect, it } from "vitest";
import { FAULTS } from "./faults.ts";
import { runLoad } from "./load.ts";

// docs/testing.md explains these variables.
const MINUTES = Number(process.env.LOGBOOK_LOAD_MINUTES ?? 1);
const SEED = Number(process.env.LOGBOOK_LOAD_SEED ?? Date.now() % 1_000_000);

it("every acknowledged write is stored once and shown in every later list, while processes and Firestore fail", {
  // Four minutes are for the start of the processes and for the checks at the end.
  timeout: 240_000 + MINUTES * 60_000,
}, async () => {
  const { problems, faults, acknowledgedWrites, listCount, log } = await runLoad(MINUTES, SEED);
  console.log(log.join("\n"));
  expect(problems, `seed ${SEED}`).toEqual([]);
  expect(new Set(faults)).toEqual(new Set(FAULTS.map(({ name }) => name)));
  // A run of one minute makes several thousand calls, so fewer would mean that hardly any call has succeeded.
  expect(acknowledgedWrites).toBeGreaterThan(100);
  expect(listCount).toBeGreaterThan(100);
});
