import type { Outcome } from "../checks.ts";
import { startTestSuite } from "../empty-suite.ts";
import { type Asked, onFirstSignal } from "../signals.ts";
import { command, Stop } from "../stop.ts";
import type { Suite } from "../suite.ts";
import { GROUPS, type GroupName } from "../test-groups.ts";
import { summary } from "../test-report.ts";

const NAMES = Object.keys(GROUPS) as GroupName[];

const HELP = `npm test -- [group [what goes to its runner]]

  --help         this text

The groups are ${NAMES.join(", ")}; without one all are run.`;

await command(async ([name, ...filters]) => {
  if (name === "--help") {
    console.log(HELP);
    return 0;
  }
  if (name !== undefined && !NAMES.includes(name as GroupName))
    throw new Stop(
      `There is no group of tests '${name}'. The groups are ${NAMES.join(", ")}; without one all are run.`,
    );
  const groups = NAMES.filter((group) => name === undefined || group === name);
  const asked = onFirstSignal();
  const suite = lazySuite(
    asked,
    groups.some((group) => GROUPS[group].needs === "everything"),
  );
  const outcomes: Outcome[] = [];
  try {
    for (const group of groups) {
      if (asked.yet()) break;
      console.log(`\n── ${group} ──`);
      const began = Date.now();
      const outcome = await runGroup(group, filters, asked, suite.get);
      outcomes.push(outcome);
      const seconds = Math.round((Date.now() - began) / 1000);
      console.log(`${group}: ${outcome.passed} passed, ${outcome.failed} failed, ${seconds} s`);
    }
  } finally {
    await suite.stop();
  }
  if (asked.yet()) {
    console.error("Stopped before all tests had run.");
    return 130;
  }
  const { line, ok } = summary(outcomes);
  console.log(`\n${line}`);
  return ok ? 0 : 1;
});

/** Runs one group; what keeps it from running at all is one failure, told in a sentence. */
async function runGroup(
  group: GroupName,
  filters: string[],
  asked: Asked,
  suite: () => Promise<Suite>,
): Promise<Outcome> {
  try {
    const env = GROUPS[group].needs === "nothing" ? {} : (await suite()).env;
    return await GROUPS[group].run({ env: { ...process.env, ...env }, filters, asked });
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    return { passed: 0, failed: 1 };
  }
}

/** The one suite of a run, started when the first group needs it. */
function lazySuite(asked: Asked, whole: boolean): { get(): Promise<Suite>; stop(): Promise<void> } {
  let starting: Promise<Suite> | undefined;
  return {
    get() {
      starting ??= startTestSuite(asked, whole);
      return starting;
    },
    async stop() {
      const suite = await starting?.catch(() => undefined);
      await suite?.stop();
    },
  };
}
