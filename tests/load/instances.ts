import { freePort, type RunningApi, serveFunctions } from "../support/functions-process.ts";

/** Two processes of the built API, as the platform runs several instances, behind one way in. */
export interface Instances {
  /** Where the next call goes, in turn. */
  next(): string;
  /** Kills one as `kill -9` does, and starts another in its place after a moment. */
  replace(which: number): Promise<void>;
  /** The unexpected log lines and exits of the instances. */
  problems(): string[];
  stop(): Promise<void>;
}

const BAD_LINE = /unhandled|uncaught|unexpected|ERR_/i;

/** Starts both, with Firestore at `firestoreHost`. */
export async function startInstances(firestoreHost: string, env: Record<string, string>): Promise<Instances> {
  const ports = await Promise.all([freePort(), freePort()]);
  const start = (port: number): Promise<RunningApi> =>
    serveFunctions({ port, env: { ...env, FIRESTORE_EMULATOR_HOST: firestoreHost } });
  const present = await Promise.all(ports.map(start));
  const logs: string[] = [];
  let turn = 0;
  return {
    next() {
      turn += 1;
      return present[turn % present.length]!.origin;
    },
    async replace(which) {
      const before = present[which]!;
      if (!before.runs()) logs.push(`An instance had ended by itself. ${before.log().slice(-1_000)}`);
      await before.stop();
      logs.push(before.log());
      present[which] = await start(ports[which]!);
    },
    problems() {
      const ended = present
        .filter(({ runs }) => !runs())
        .map(({ log }) => `An instance ended by itself: ${log().slice(-1_000)}`);
      const lines = [...logs, ...present.map(({ log }) => log())].flatMap((log) => log.split("\n"));
      return [
        ...ended,
        ...lines.filter((line) => BAD_LINE.test(line)).map((line) => `A log says: ${line.slice(0, 300)}`),
      ];
    },
    async stop() {
      await Promise.all(present.map(({ stop }) => stop()));
    },
  };
}
