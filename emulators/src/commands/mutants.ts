import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { startEmptySuite } from "../empty-suite.ts";
import { allCandidates, type Candidate, describe, RULES_FILES, select } from "../mutants/candidates.ts";
import { type Lane, openLane } from "../mutants/lanes.ts";
import { whyRefused } from "../mutants/refused.ts";
import { type Fate, tryAll } from "../mutants/try-all.ts";
import { readOptions } from "../options.ts";
import { startStep } from "../progress.mjs";
import { onFirstSignal } from "../signals.ts";
import { command, Stop } from "../stop.ts";

const HELP = `npm run test:mutants -- [options]

  --file NAME         ${RULES_FILES.join(" or ")} alone
  --only TEXT         those whose place or change holds the text
  --shard I/N         the I-th of N parts
  --lanes N           how many are tried at once (default: one a processor, 4 at most)
  --list              says what would be tried, and tries nothing
  --verbose           says of each which test found it out
  --help              this text

Takes 10 to 20 minutes on 2 processors. What it is for: tests/mutants/README.md.`;

await command(async (args) => {
  const given = readOptions(args, HELP, {
    file: { type: "string" },
    only: { type: "string" },
    shard: { type: "string" },
    lanes: { type: "string" },
    list: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  });
  if (given === null) return 0;
  const { values } = given;
  const chosen = select(allCandidates(), values);
  const candidates = chosen.filter(({ because }) => because === null);
  const listed = `${chosen.length - candidates.length} more mean the same`;
  if (values.list) {
    for (const candidate of chosen) console.log(`${candidate.because === null ? " " : "="} ${describe(candidate)}`);
    console.log(`${candidates.length} mutants; ${listed} (=)`);
    return 0;
  }
  const count = laneCount(values.lanes);

  const asked = onFirstSignal();
  const suite = await startEmptySuite(asked, {
    what: "the mutants",
    projectId: "demo-logbook-mutants",
    page: "stand-in",
    storesOnly: true,
  });
  const scratch = mkdtempSync(join(tmpdir(), "logbook-mutants-"));
  const lanes: Lane[] = [];
  try {
    while (lanes.length < count)
      lanes.push(await openLane(join(scratch, `lane${lanes.length}`), join(scratch, "coverage"), suite.env));
    await tryUnchanged(lanes[0]!);
    const began = Date.now();
    const minutes = () => `${((Date.now() - began) / 60_000).toFixed(1)} min`;
    const fates: Fate["kind"][] = [];
    const onFate = (candidate: Candidate, fate: Fate) => {
      fates.push(fate.kind);
      if (fate.kind === "survived") console.log(`SURVIVED  ${describe(candidate)}`);
      if (fate.kind === "broken") console.log(`NOT TRIED ${describe(candidate)}\n          ${fate.why}`);
      if (fate.kind === "killed" && values.verbose)
        console.log(`killed    ${describe(candidate)}\n          ${fate.by}`);
      if (fates.length % 100 === 0) console.log(`${fates.length} of ${candidates.length} tried, ${minutes()}`);
    };
    console.log(`Trying ${candidates.length} mutants…`);
    await tryAll({
      candidates,
      lanes,
      whyRefused: ({ file, source }) => whyRefused(suite.env, file, source),
      asked,
      onFate,
    });
    if (asked.yet()) return 130;
    const killed = fates.filter((kind) => kind === "killed").length;
    console.log(`\n${killed}/${candidates.length} killed; ${listed}; ${minutes()}`);
    return killed === candidates.length ? 0 : 1;
  } finally {
    for (const lane of lanes) lane.close();
    await suite.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
});

/** How many lanes are asked for, or as many as there are processors. */
function laneCount(text: string | undefined): number {
  if (text === undefined) return Math.min(4, availableParallelism());
  if (!/^[1-9]$/.test(text)) throw new Stop("--lanes takes a number from 1 to 9.");
  return Number(text);
}

async function tryUnchanged(lane: Lane): Promise<void> {
  const step = startStep("Running the rules tests on the rules as they are");
  const { failed, broken } = await lane.run(null);
  if (failed === null && broken === null) return step.done();
  step.failed();
  throw new Stop(`A rules test fails on the rules as they are: ${failed ?? broken}`);
}
