import { CommandError, runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { listenForStop } from "../../suite/command-line/stop-signal.ts";
import { allCandidates, describeMutant, RULES_FILES, selectCandidates } from "../mutants/candidates.ts";
import { runMutants } from "../mutants/run.ts";

const HELP = `npm run test:mutants -- [options]

  --file NAME         only mutants of this file: ${RULES_FILES.join(" or ")}
  --only TEXT         only mutants whose function, path or change contains the text
  --workers N         how many mutants are tried at once (default: one per processor, at most 4)
  --list              prints the mutants without trying them
  --verbose           names the test that found each mutant
  --help              this text

Takes 10 to 15 minutes on 2 processors. What it is for: tests/mutants/README.md.`;

await runCommand(async (args) => {
  const options = readOptions(args, HELP, {
    file: { type: "string" },
    only: { type: "string" },
    workers: { type: "string" },
    list: { type: "boolean", default: false },
    verbose: { type: "boolean", default: false },
  });
  if (options === null) return 0;
  const { values } = options;
  if (values.list) {
    const candidates = selectCandidates(allCandidates(), values);
    const equivalentCount = candidates.filter(({ equivalentBecause }) => equivalentBecause !== null).length;
    for (const candidate of candidates)
      console.log(`${candidate.equivalentBecause === null ? " " : "="} ${describeMutant(candidate)}`);
    console.log(`${candidates.length - equivalentCount} mutants; ${equivalentCount} more are equivalent (=)`);
    return 0;
  }
  const { file, only, verbose } = values;
  const workers = parseWorkerCount(values.workers);
  const stopSignal = listenForStop();
  const { failed } = await runMutants({ file, only, verbose, ...(workers !== undefined && { workers }) }, stopSignal);
  // Shells give a command that Ctrl+C ended the exit code 130.
  if (stopSignal.aborted) return 130;
  return failed === 0 ? 0 : 1;
});

function parseWorkerCount(text: string | undefined): number | undefined {
  if (text !== undefined && !/^[1-9]$/.test(text)) throw new CommandError("--workers takes a number from 1 to 9.");
  return text === undefined ? undefined : Number(text);
}
