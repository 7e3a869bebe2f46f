import { deleteApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import { getFirestore } from "firebase-admin/firestore";
import { CommandError, runCommand } from "../../suite/command-line/command.ts";
import { readOptions } from "../../suite/command-line/options.ts";
import { ACTIONS, type ActionName } from "../admin/actions.ts";
import { findMember, listMembers, type MemberDirectory, membersTable, nearNames } from "../admin/directory.ts";
import { openTarget } from "../google/credential.ts";

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
  const options = {
    port: { type: "string" },
    project: { type: "string" },
    force: { type: "boolean", default: false },
  } as const;
  const commandLine = readOptions(args, HELP, options, { takesNames: true });
  if (commandLine === null) return 0;
  const { values, positionals } = commandLine;
  const [command, username, ...extraArguments] = positionals;
  if (command === undefined) throw new CommandError(`Which command?\n\n${HELP}`);
  if (command !== "list" && !isAction(command)) throw new CommandError(`There is no command '${command}'.\n\n${HELP}`);
  if (command === "list" && username !== undefined) throw new CommandError("list takes no username.");
  if (command !== "list" && (!username?.trim() || extraArguments.length > 0))
    throw new CommandError(`${command} takes one username; put quotes around one with spaces.`);

  const { app } = await openTarget(values);
  const directory: MemberDirectory = { auth: getAuth(app), db: getFirestore(app) };
  try {
    if (command === "list") console.log(membersTable(await listMembers(directory)));
    else console.log(await runAction(directory, command, username!, values));
  } catch (error) {
    if (values.project === undefined || error instanceof CommandError) throw error;
    // Google refused or did not answer: a wrong project id, missing rights, or no network.
    throw unreachableError(values.project, error);
  } finally {
    await deleteApp(app);
  }
  return 0;
});

function isAction(command: string): command is ActionName {
  return Object.hasOwn(ACTIONS, command);
}

function unreachableError(project: string, error: unknown): CommandError {
  const [reason] = String(error instanceof Error ? error.message : error).split("\n");
  return new CommandError(
    `The project ${project} cannot be administered from here: ${reason} Run gcloud auth application-default login with an account that can change Firestore and Auth in it, and check the project's id.`,
  );
}

async function runAction(
  directory: MemberDirectory,
  command: ActionName,
  username: string,
  options: { force: boolean },
): Promise<string> {
  const member = await findMember(directory, username);
  if (member !== null) return await ACTIONS[command](directory, member, options);
  const names = (await listMembers(directory)).map(({ username: name }) => name);
  const suggestions = nearNames(username, names);
  const advice =
    suggestions.length > 0
      ? `Did you mean ${suggestions.join(" or ")}?`
      : "Run npm run admin -- list to see all members.";
  throw new CommandError(`Nobody is registered as ${username}. ${advice}`);
}
