import * as z from "zod";
import { CommandError } from "../../suite/command-line/command.ts";
import type { Project } from "./project.ts";

/** An account as an archive has it, in the words of Identity Toolkit's REST API; never with its password. */
export const accountSchema = z.object({
  localId: z.string().min(1),
  email: z.string().optional(),
  emailVerified: z.boolean().default(false),
  displayName: z.string().optional(),
  photoUrl: z.string().optional(),
  phoneNumber: z.string().optional(),
  disabled: z.boolean().default(false),
  customAttributes: z.string().optional(),
  createdAt: z.string().optional(),
  lastLoginAt: z.string().optional(),
});
export type Account = z.output<typeof accountSchema>;

/** What an account's password is checked by. */
export const passwordSchema = z.object({
  localId: z.string().min(1),
  passwordHash: z.string(),
  salt: z.string().default(""),
});
export type Password = z.output<typeof passwordSchema>;

/** How a project hashes passwords: the emulator in its own way, Firebase by parameters that have to go along. */
export const hashSchema = z.union([
  z.literal("emulator"),
  z.object({
    algorithm: z.string(),
    signerKey: z.string(),
    saltSeparator: z.string(),
    rounds: z.number(),
    memoryCost: z.number(),
  }),
]);
export type Hash = z.output<typeof hashSchema>;

const page = z.object({
  users: z.array(z.looseObject({ localId: z.string(), passwordHash: z.string().optional() })).default([]),
  nextPageToken: z.string().optional(),
});
const projectConfig = z.object({ signIn: z.object({ hashConfig: hashSchema }) });
const outcome = z.object({ error: z.array(z.object({ index: z.number(), message: z.string() })).default([]) });

/** How many accounts a call gives or takes. */
export const ACCOUNTS_AT_ONCE = 500;

/** How the project hashes passwords. */
export async function hashOf({ id, auth, passwords }: Project): Promise<Hash> {
  if (passwords === "emulator") return "emulator";
  return projectConfig.parse(await auth.call("GET", `/admin/v2/projects/${id}/config`)).signIn.hashConfig;
}

/** An account, and its password where it has one. */
export interface StoredAccount {
  account: Account;
  password: Password | null;
}

/** Every account in the order of their ids. */
export async function* readAccounts({ id, auth }: Project): AsyncGenerator<StoredAccount> {
  for (let token: string | undefined = ""; token !== undefined; ) {
    const after: string = token && `&nextPageToken=${encodeURIComponent(token)}`;
    const path = `/v1/projects/${id}/accounts:batchGet?maxResults=${ACCOUNTS_AT_ONCE}${after}`;
    const { users, nextPageToken } = page.parse(await auth.call("GET", path));
    for (const user of users)
      yield { account: accountSchema.parse(user), password: user.passwordHash ? passwordSchema.parse(user) : null };
    token = users.length > 0 ? nextPageToken : undefined;
  }
}

/** Makes accounts, with their passwords where the project can check such. Throws a `CommandError` when one is refused. */
export async function writeAccounts(
  project: Project,
  accounts: readonly Account[],
  passwords: readonly Password[],
  hash: Hash,
): Promise<void> {
  if (accounts.length === 0) return;
  const byId = new Map(hashFits(project, hash) ? passwords.map((password) => [password.localId, password]) : []);
  // The emulator compares the text of its own hashes; Firebase wants bytes in the alphabet of addresses.
  const form = hash === "emulator" ? (text: string) => text : webSafe;
  const users = accounts.map((account) => {
    const password = byId.get(account.localId);
    return password === undefined
      ? account
      : { ...account, passwordHash: form(password.passwordHash), salt: form(password.salt) };
  });
  const answer = await project.auth.call("POST", `/v1/projects/${project.id}/accounts:batchCreate`, {
    users,
    allowOverwrite: true,
    ...(hash !== "emulator" && byId.size > 0 && parametersOf(hash)),
  });
  const [first] = outcome.parse(answer).error;
  if (first !== undefined)
    throw new CommandError(`Auth refused the account ${accounts[first.index]?.localId ?? ""}: ${first.message}`);
}

/** Whether people can sign in with passwords of that hash in this project. */
export function hashFits({ passwords }: Project, hash: Hash): boolean {
  return (hash === "emulator") === (passwords === "emulator");
}

export async function deleteAccounts({ id, auth }: Project, accounts: readonly Account[]): Promise<void> {
  const localIds = accounts.map(({ localId }) => localId);
  await auth.call("POST", `/v1/projects/${id}/accounts:batchDelete`, { localIds, force: true });
}

function parametersOf({ algorithm, signerKey, saltSeparator, rounds, memoryCost }: Exclude<Hash, "emulator">): object {
  return {
    hashAlgorithm: algorithm,
    signerKey: webSafe(signerKey),
    saltSeparator: webSafe(saltSeparator),
    rounds,
    memoryCost,
  };
}

function webSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}
