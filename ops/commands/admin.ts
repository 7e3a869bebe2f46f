import { CommandError, runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { parsePort } from "../../suite/launcher/ports.ts";
import { requireRunningSuite } from "../../suite/launcher/running-suites.ts";
import { ACTIONS, type ActionName } from "../admin/actions.ts";
import { findMember, listMembers, type MemberDirectory, openMemberDirectory } from "../admin/directory.ts";
import { membersTable } from "../admin/members-table.ts";
import { nearNames } from "../admin/near-names.ts";
import { createAuthorizer, openApp } from "../google/credential.ts";

const HELP = `npm run admin -- <command> [username] [options]

  list                        all members
  grant <username>            makes a member an admin
  revoke <username>           takes the admin's rights away
  disable <username>          signs a member out everywhere and keeps the account from signing in
  enable <username>           lets the member sign in again
  reset-password <username>   sets a new password, prints it, and signs out everywhere

  --port N                    the local suite whose page is on port N (default 5000)
  --project ID                a real project, with your application default credentials
  --force                     revokes or disables a member even if no admin is left
  --help                      this text`;

await runCommand(async (args) => {
  const given = readOptions(
    args,
    HELP,
    {
      port: { type: "string" },
      project: { type: "string" },
      force: { type: "boolean", default: false },
    },
    { takesNames: true },
  );
  if (given === null) return 0;
  const { values, positionals } = given;
  const [name, username, ...more] = positionals;
  if (name === undefined) throw new CommandError(`Which command?\n\n${HELP}`);
  if (name !== "list" && !isAction(name)) throw new CommandError(`There is no command '${name}'.\n\n${HELP}`);
  if (name === "list" && username !== undefined) throw new CommandError("list takes no username.");
  if (name !== "list" && (!username?.trim() || more.length > 0))
    throw new CommandError(`${name} takes one username; put quotes around one with spaces.`);

  const directory =
    values.project === undefined ? await openLocal(parsePort(values.port)) : await openProject(values.project);
  try {
    if (name === "list") console.log(membersTable(await listMembers(directory)));
    else console.log(await runAction(directory, name, username!, values.force));
  } catch (error) {
    if (values.project === undefined || error instanceof CommandError) throw error;
    throw unreachableError(values.project, error);
  } finally {
    await directory.close();
  }
  return 0;
});

function isAction(name: string): name is ActionName {
  return Object.hasOwn(ACTIONS, name);
}

/** The error of a project that cannot be reached, with the first line of Google's own message. */
function unreachableError(project: string, error: unknown): CommandError {
  const [reason] = String(error instanceof Error ? error.message : error).split("\n");
  return new CommandError(
    `The project ${project} cannot be administered from here: ${reason} Run gcloud auth application-default login with an account that can change Firestore and Auth in it, and check the project's id.`,
  );
}

async function openProject(project: string): Promise<MemberDirectory> {
  const app = openApp(project);
  // Check the credentials first: without them, Firestore's client throws an error that cannot be caught.
  await createAuthorizer(project, app.options.credential!)();
  return openMemberDirectory(app);
}

async function openLocal(port: number): Promise<MemberDirectory> {
  const { projectId, env } = await requireRunningSuite(port, { takesProject: true });
  return openMemberDirectory(openApp(projectId, env));
}

async function runAction(
  directory: MemberDirectory,
  name: ActionName,
  username: string,
  force: boolean,
): Promise<string> {
  const member = await findMember(directory, username);
  if (member !== null) return await ACTIONS[name](directory, member, { force });
  const suggestions = nearNames(
    username,
    (await listMembers(directory)).map((other) => other.username),
  );
  throw new CommandError(
    `Nobody is registered as ${username}. ${suggestions.length > 0 ? `Did you mean ${suggestions.join(" or ")}?` : "Run npm run admin -- list to see all members."}`,
  );
}
