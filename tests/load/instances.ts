import { serveFunctions } from "../support/functions-process.ts";

/** Two processes of the built API, as the platform runs several instances. */
export interface Instances {
  /** The origin for the next call: the instances take turns. */
  nextOrigin(): string;
  /** Kills an instance as `kill -9` does and starts another on its port. */
  replace(index: number): Promise<void>;
  /** The unexpected log lines and exits of the instances. */
  problems(): string[];
  stop(): Promise<void>;
}

const BAD_LINE = /unhandled|uncaught|unexpected|ERR_/i;

export async function startInstances(firestoreHost: string, env: Record<string, string>): Promise<Instances> {
  const options = { env: { ...env, FIRESTORE_EMULATOR_HOST: firestoreHost } };
  const running = await Promise.all([serveFunctions(options), serveFunctions(options)]);
  const logs: string[] = [];
  let turn = 0;
  return {
    nextOrigin() {
      turn += 1;
      return running[turn % running.length]!.origin;
    },
    async replace(index) {
      const before = running[index]!;
      if (!before.isRunning()) logs.push(`An instance had ended by itself. ${before.log().slice(-1_000)}`);
      await before.stop();
      logs.push(before.log());
      running[index] = await serveFunctions({ ...options, port: before.port });
    },
    problems() {
      const ended = running
        .filter(({ isRunning }) => !isRunning())
        .map(({ log }) => `An instance ended by itself: ${log().slice(-1_000)}`);
      const lines = [...logs, ...running.map(({ log }) => log())].flatMap((log) => log.split("\n"));
      return [
        ...ended,
        ...lines.filter((line) => BAD_LINE.test(line)).map((line) => `A log says: ${line.slice(0, 300)}`),
      ];
    },
    async stop() {
      await Promise.all(running.map(({ stop }) => stop()));
    },
  };
}
