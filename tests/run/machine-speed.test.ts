import { expect, it } from "vitest";
import { measureMachine, toMachineSpeed } from "./machine-speed.ts";

const GIB = 2 ** 30;

it("a slow or busy machine gets more patience and fewer workers, and a large one more workers", () => {
  const usual = { processors: 2, bytes: 24 * GIB, slowestMs: 250 };
  expect(toMachineSpeed(usual)).toEqual({ patience: 1, workers: 3 });
  expect(toMachineSpeed({ ...usual, slowestMs: 100 })).toEqual({ patience: 1, workers: 3 });
  expect(toMachineSpeed({ ...usual, slowestMs: 500 })).toEqual({ patience: 2, workers: 2 });
  expect(toMachineSpeed({ ...usual, slowestMs: 5_000 })).toEqual({ patience: 5, workers: 2 });
  expect(toMachineSpeed({ ...usual, processors: 16 })).toEqual({ patience: 1, workers: 6 });
  expect(toMachineSpeed({ ...usual, processors: 16, bytes: 12 * GIB })).toEqual({ patience: 1, workers: 4 });
});

it("the measurement ends and has figures in their bounds", async () => {
  const { workers, patience } = await measureMachine();
  expect(patience).toBeGreaterThanOrEqual(1);
  expect(patience).toBeLessThanOrEqual(5);
  expect(workers).toBeGreaterThanOrEqual(2);
});
