import { availableParallelism, totalmem } from "node:os";
import { Worker } from "node:worker_threads";

/** What a test run gives itself on this machine. */
export interface MachineSpeed {
  /** The number of parallel workers, and so of suites, of a group that can use several. */
  workers: number;
  /** The factor of the tests' time limits, at least 1. */
  patience: number;
}

/** How many milliseconds the measured work takes on the machine for which the time limits were written. */
const REFERENCE_MS = 250;
const MAX_PATIENCE = 5;

/** A suite with its functions and browser needs about this much memory. */
const BYTES_PER_WORKER = 3 * 2 ** 30;
// A further worker uses the time in which the others wait. More than that gains nothing.
const MAX_WORKERS_PER_PROCESSOR = 1.5;
// Groups that run beside each other need a suite each.
const MIN_WORKERS = 2;
const MAX_WORKERS = 6;

/** The measured work: what a JavaScript engine does most, and no input or output. It reports its milliseconds. */
const WORK = `
const { parentPort } = require("node:worker_threads");
const startedAt = performance.now();
let text = "";
for (let i = 0; i < 60_000; i++) text = JSON.stringify({ i, text: text.slice(0, 300), list: [i, i + 1] }) + i;
parentPort.postMessage(performance.now() - startedAt);
`;

/**
 * Measures in less than a second how fast this machine is now, on all its processors at once, so another program that
 * takes one of two processors counts.
 */
export async function measureMachine(): Promise<MachineSpeed> {
  const processors = availableParallelism();
  const times = await Promise.all(Array.from({ length: processors }, measureWork));
  return toMachineSpeed({ processors, bytes: totalmem(), slowestMs: Math.max(...times) });
}

/** The workers and patience for a machine whose slowest processor took `slowestMs` for the measured work. */
export function toMachineSpeed(machine: { processors: number; bytes: number; slowestMs: number }): MachineSpeed {
  const patience = Math.min(MAX_PATIENCE, Math.max(1, machine.slowestMs / REFERENCE_MS));
  const wanted = Math.round((machine.processors * MAX_WORKERS_PER_PROCESSOR) / Math.sqrt(patience));
  const inMemory = Math.floor(machine.bytes / BYTES_PER_WORKER);
  return { patience, workers: Math.max(MIN_WORKERS, Math.min(wanted, inMemory, MAX_WORKERS)) };
}

async function measureWork(): Promise<number> {
  return await new Promise((resolve, reject) => {
    new Worker(WORK, { eval: true }).once("message", resolve).once("error", reject);
  });
}
