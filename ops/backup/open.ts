import { CommandError } from "../../suite/command-line/command.ts";
import { parsePort } from "../../suite/launcher/ports.ts";
import { findRunningSuite } from "../../suite/launcher/running-suites.ts";
import { openReal, openSuite, type Project } from "./project.ts";

/** The project of a command line: a running suite or a real one. Throws a `CommandError` if there is none. */
export async function openProject(options: {
  port?: string | undefined;
  project?: string | undefined;
  bucket?: string | undefined;
}): Promise<Project> {
  if (options.project !== undefined) return await openReal(options.project, options.bucket);
  const port = parsePort(options.port);
  const suite = await findRunningSuite(port);
  if (suite === null)
    throw new CommandError(
      `No suite is running at http://127.0.0.1:${port}. Start it with npm start, name another's port with --port N, or name a real project with --project ID.`,
    );
  return openSuite(suite.projectId, suite.env);
}
