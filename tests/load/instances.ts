import { type RunningApi, serveFunctions } from "../support/functions-process.ts";

/** Two processes of the built API, as the platform runs several instances. */
export interface Instances {
  /** The origin for the next call: the instances take turns. */
  nextOrigin(): string;
  /** Kills an instance as `kill -9` does, and starts another instance on the same port. */
  replace(index: number): Promise<void>;
  /** Describes the unexpected log lines and exits of the instances. */
  findProblems(): string[];
  stop(): Promise<void>;
}

const UNEXPECTED_LINE = /unhandled|uncaught|unexpected|ERR_/i;

const describeExit = ({ log }: RunningApi): string => `An instance ended by itself: ${log().slice(-1_000)}`;

export async function startInstances(firestoreHost: string, env: Record<string, string>): Promise<Instances> {
  const options = { env: { ...env, FIRESTORE_EMULATOR_HOST: firestoreHost } };
  const instances = await Promise.all([serveFunctions(options), serveFunctions(options)]);
  const exitsBeforeReplacement: string[] = [];
  const logsBeforeReplacement: string[] = [];
  let callCount = 0;
  return {
    nextOrigin() {
      callCount += 1;
      return instances[callCount % instances.length]!.origin;
    },
    async replace(index) {
      const instance = instances[index]!;
      if (!instance.isRunning()) exitsBeforeReplacement.push(describeExit(instance));
      await instance.stop();
      logsBeforeReplacement.push(instance.log());
      instances[index] = await serveFunctions({ ...options, port: instance.port });
    },
    findProblems() {
      const exits = instances.filter(({ isRunning }) => !isRunning()).map(describeExit);
      const logs = [...logsBeforeReplacement, ...instances.map(({ log }) => log())];
      const unexpectedLines = logs.flatMap((log) => log.split("\n")).filter((line) => UNEXPECTED_LINE.test(line));
      const logProblems = unexpectedLines.map((line) => `A log says: ${line.slice(0, 300)}`);
      return [...exitsBeforeReplacement, ...exits, ...logProblems];
    },
    async stop() {
      await Promise.all(instances.map(({ stop }) => stop()));
    },
  };
}
