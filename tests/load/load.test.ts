import { expect, it } from "vitest";
import { FAULTS } from "./faults.ts";
import { runLoad } from "./load.ts";

// npm run test:deep sets more.
const MINUTES = Number(process.env.LOGBOOK_LOAD_MINUTES ?? 1);
/** Each fault comes about once in a minute. */
const FAULT_EVERY_SECONDS = 10;

it("what was acknowledged is stored, once and by legal steps, and every list shows it, whatever fails meanwhile", {
  timeout: 240_000 + MINUTES * 60_000,
}, async () => {
  const seed = Date.now() % 1_000_000;
  const said: string[] = [];
  const { problems, faults, acknowledged, lists } = await runLoad({
    minutes: MINUTES,
    faultEverySeconds: FAULT_EVERY_SECONDS,
    seed,
    say: (line) => said.push(line),
    asked: new AbortController().signal,
  });
  console.log(said.join("\n"));
  expect(problems, `seed ${seed}`).toEqual([]);
  expect(new Set(faults)).toEqual(new Set(FAULTS.map(({ name }) => name)));
  expect(acknowledged).toBeGreaterThan(100);
  expect(lists).toBeGreaterThan(100);
});
