import { CommandError, runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { listenForStop } from "../../suite/command-line/stop-signal.ts";
import { allCandidates, describeMutant, RULES_FILES, select } from "../mutants/candidates.ts";
import { runMutants } from "../mutants/run.ts";

const HELP = `npm run test:mutants -- [options]

  --file NAME         ${RULES_FILES.join(" or ")} alone
  --only TEXT         those whose place or change contains the text
  --shard I/N         the I-th of N parts
  --lanes N           how many are tried at once (default: one a processor, 4 at most)
  --list              prints the mutants without trying them
  --verbose           prints for each which test found it
  --help              this text

Takes 15 to 25 minutes on 2 processors. What it is for: tests/mutants/README.md.`;

await runCommand(async (args) => {
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
  if (values.list) {
    const chosen = select(allCandidates(), values);
    const same = chosen.filter(({ because }) => because !== null).length;
    for (const candidate of chosen)
      console.log(`${candidate.because === null ? " " : "="} ${describeMutant(candidate)}`);
    console.log(`${chosen.length - same} mutants; ${same} more mean the same (=)`);
    return 0;
  }
  const { file, only, shard, verbose } = values;
  const lanes = laneCount(values.lanes);
  const stopSignal = listenForStop();
  const { failed } = await runMutants(
    { file, only, shard, verbose, ...(lanes !== undefined && { lanes }) },
    stopSignal,
  );
  if (stopSignal.aborted) return 130;
  return failed === 0 ? 0 : 1;
});

/** The number of lanes from the command line. */
function laneCount(text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]$/.test(text)) throw new CommandError("--lanes takes a number from 1 to 9.");
  return text === undefined ? undefined : Number(text);
}
