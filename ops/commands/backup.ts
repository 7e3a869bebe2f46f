import { join } from "node:path";
import { runCommand } from "../../suite/command-line/command.ts";
import { readOptions, resolveUserPath } from "../../suite/command-line/options.ts";
import { DATA } from "../../suite/command-line/paths.ts";
import { startStep } from "../../suite/command-line/progress.mjs";
import { listenForStop, whenAborted } from "../../suite/command-line/stop-signal.ts";
import { backUp } from "../backup/back-up.ts";
import { describeCounts } from "../backup/parts.ts";
import { openProject, PROJECT_OPTIONS } from "../backup/project.ts";

const HELP = `npm run backup -- [options]

Puts accounts with their passwords, documents and files into one archive. Anyone who has the archive can read them all:
keep it as safe as the project itself.

  --out FILE          the archive's path (default .data/backups/PROJECT-TIME.tar.gz)
  --port N            the local suite whose page is on port N (default 5000)
  --project ID        a real project, with your application default credentials
  --bucket NAME       its bucket, if it is not the default one
  --help              this text`;

await runCommand(async (args) => {
  const commandLine = readOptions(args, HELP, { out: { type: "string" }, ...PROJECT_OPTIONS });
  if (commandLine === null) return 0;
  const { values } = commandLine;
  const project = await openProject(values);
  // The time in seconds, without colons, which some file systems do not allow in names.
  const timestamp = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const file =
    values.out === undefined ? join(DATA, "backups", `${project.id}-${timestamp}.tar.gz`) : resolveUserPath(values.out);
  const step = startStep(`Backing up ${project.id}`);
  void whenAborted(listenForStop()).then(() => {
    step.failed("stopped");
    // exit() ends the pending requests, and `backUp` removes the unfinished archive. 130 is the code after Ctrl-C.
    process.exit(130);
  });
  try {
    const { parts } = await backUp(project, file, step.showProgress);
    step.done();
    console.log(`Backed up to ${file}: ${describeCounts(parts)}. The archive was read back and is complete.`);
    return 0;
  } catch (error) {
    step.failed();
    throw error;
  } finally {
    await project.close();
  }
});
