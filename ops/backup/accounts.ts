import * as z from "zod";
import { CommandError } from "../../suite/command-line/command.ts";
import type { Project } from "./project.ts";

/** An account in an archive, in the form of Identity Toolkit's REST API, without its password. */
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

export const passwordSchema = z.object({
  localId: z.string().min(1),
  passwordHash: z.string(),
  salt: z.string().default(""),
});
export type Password = z.output<typeof passwordSchema>;

/** How a project hashes passwords. Firebase needs these parameters to check a hash; the emulator needs none. */
export const hashConfigSchema = z.union([
  z.literal("emulator"),
  z.object({
    algorithm: z.string(),
    signerKey: z.string(),
    saltSeparator: z.string(),
    rounds: z.number(),
    memoryCost: z.number(),
  }),
]);
export type HashConfig = z.output<typeof hashConfigSchema>;

const pageSchema = z.object({
  users: z.array(z.looseObject({ localId: z.string(), passwordHash: z.string().optional() })).default([]),
  nextPageToken: z.string().optional(),
});
const projectConfigSchema = z.object({ signIn: z.object({ hashConfig: hashConfigSchema }) });
const batchResultSchema = z.object({
  error: z.array(z.object({ index: z.number(), message: z.string() })).default([]),
});

export const ACCOUNTS_PER_CALL = 500;

export async function readHashConfig({ id, callAuth, passwordHashing }: Project): Promise<HashConfig> {
  if (passwordHashing === "emulator") return "emulator";
  return projectConfigSchema.parse(await callAuth(`/admin/v2/projects/${id}/config`)).signIn.hashConfig;
}

export interface StoredAccount {
  account: Account;
  password: Password | null;
}

/** Reads all accounts, in the order of their ids. */
export async function* readAccounts({ id, callAuth }: Project): AsyncGenerator<StoredAccount> {
  let pageToken: string | undefined;
  do {
    const pageParameter: string = pageToken ? `&nextPageToken=${encodeURIComponent(pageToken)}` : "";
    const path = `/v1/projects/${id}/accounts:batchGet?maxResults=${ACCOUNTS_PER_CALL}${pageParameter}`;
    const { users, nextPageToken } = pageSchema.parse(await callAuth(path));
    for (const user of users)
      yield { account: accountSchema.parse(user), password: user.passwordHash ? passwordSchema.parse(user) : null };
    // An empty page is the last one, even if its response has a token.
    pageToken = users.length > 0 ? nextPageToken : undefined;
  } while (pageToken);
}

/** Creates accounts, with their passwords if the project can check them. Throws a `CommandError` if one is refused. */
export async function writeAccounts(
  project: Project,
  accounts: readonly Account[],
  passwords: readonly Password[],
  hashConfig: HashConfig,
): Promise<void> {
  const usablePasswords = canCheckPasswords(project, hashConfig) ? passwords : [];
  const passwordsById = new Map(usablePasswords.map((password) => [password.localId, password]));
  // The emulator compares its hashes as text, so they stay unchanged. Firebase accepts URL-safe base64 only.
  const encode = hashConfig === "emulator" ? (text: string) => text : toUrlSafe;
  const users = accounts.map((account) => {
    const password = passwordsById.get(account.localId);
    return password === undefined
      ? account
      : { ...account, passwordHash: encode(password.passwordHash), salt: encode(password.salt) };
  });
  const response = await project.callAuth(`/v1/projects/${project.id}/accounts:batchCreate`, {
    users,
    // If a call gets no response, it is sent again, and the accounts may exist already.
    allowOverwrite: true,
    ...(hashConfig !== "emulator" && passwordsById.size > 0 && hashParameters(hashConfig)),
  });
  const [refusal] = batchResultSchema.parse(response).error;
  if (refusal !== undefined)
    throw new CommandError(`Auth refused the account ${accounts[refusal.index]?.localId ?? ""}: ${refusal.message}`);
}

/** Whether the project can check passwords hashed by `hashConfig`. Emulator and Firebase hash in different ways. */
export function canCheckPasswords({ passwordHashing }: Project, hashConfig: HashConfig): boolean {
  const hashedBy = hashConfig === "emulator" ? "emulator" : "real";
  return hashedBy === passwordHashing;
}

export async function deleteAccounts({ id, callAuth }: Project, accounts: readonly Account[]): Promise<void> {
  const localIds = accounts.map(({ localId }) => localId);
  // Without `force`, Auth deletes only disabled accounts.
  await callAuth(`/v1/projects/${id}/accounts:batchDelete`, { localIds, force: true });
}

function hashParameters(config: Exclude<HashConfig, "emulator">): object {
  const { algorithm, signerKey, saltSeparator, rounds, memoryCost } = config;
  return {
    hashAlgorithm: algorithm,
    signerKey: toUrlSafe(signerKey),
    saltSeparator: toUrlSafe(saltSeparator),
    rounds,
    memoryCost,
  };
}

function toUrlSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}
