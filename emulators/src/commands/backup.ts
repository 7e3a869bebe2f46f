import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { backUp } from "../backup/back-up.ts";
import { inWords } from "../backup/manifest.ts";
import { openProject } from "../backup/open.ts";
import { readArgs } from "../options.ts";
import { DATA } from "../paths.ts";
import { startStep } from "../progress.mjs";
import { command } from "../stop.ts";

const HELP = `npm run backup -- [options]

Puts accounts with their passwords, documents and files into one archive. Whoever has it has all that is in it: keep it
as safe as the project itself.

  --out FILE          where to (default .data/backups/PROJECT-TIME.tar.gz)
  --port N            the local suite whose page is on port N (default 5000)
  --project ID        a real project instead, by your application default credentials
  --bucket NAME       its bucket, if it is not the default one
  --help              this text`;

await command(async (args) => {
  const { values } = readArgs(() =>
    parseArgs({
      args,
      allowPositionals: false,
      options: {
        out: { type: "string" },
        port: { type: "string" },
        project: { type: "string" },
        bucket: { type: "string" },
        help: { type: "boolean", default: false },
      },
    }),
  );
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const project = await openProject(values);
  const now = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  // npm works in the checkout; a path is meant from where the person is.
  const file =
    values.out === undefined
      ? join(DATA, "backups", `${project.id}-${now}.tar.gz`)
      : resolve(process.env.INIT_CWD ?? "", values.out);
  const step = startStep(`Backing up ${project.id}`);
  try {
    const { parts } = await backUp(project, file, step.note);
    step.done();
    console.log(`${file} holds ${inWords(parts)}; it was read back and is whole.`);
    return 0;
  } catch (error) {
    step.failed();
    throw error;
  } finally {
    await project.close();
  }
});
