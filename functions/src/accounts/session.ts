import { type Failure, MESSAGES } from "@logbook/domain";
import { adminAuth } from "../firestore/admin.ts";
import { readDocuments, type StoredDocument } from "../firestore/documents.ts";
import type { Credentials } from "../firestore/rest.ts";
import { failure, isFailure, UNAVAILABLE } from "../http/response.ts";
import { accessFailure, parseMember } from "./member.ts";
import { createTokenVerifier, UNAUTHENTICATED } from "./tokens.ts";

/** The member who makes a call, according to the ID token and the member document, never to the request's body. */
export interface Caller {
  uid: string;
  username: string;
  isAdmin: boolean;
}

/** A valid ID token: whose it is, when its session was opened (seconds since 1970), and how to act with it. */
export interface CallerToken {
  uid: string;
  opened: number;
  credentials: Credentials;
}

/** The values of the headers that say who makes a call. */
export interface AuthHeaders {
  authorization: string | undefined;
  appCheck: string | undefined;
}

export const ONLY_ADMINS = failure("forbidden", `${MESSAGES.onlyAdmins}.`);

/** Reads the documents at these paths together with the caller's member document, in one consistent read. */
export async function readAsMember(
  { uid, opened }: Pick<CallerToken, "uid" | "opened">,
  paths: readonly string[],
): Promise<{ caller: Caller; documents: (StoredDocument | null)[]; readTime: Date } | Failure> {
  const outcome = await readDocuments([`members/${uid}`, ...paths]);
  if ("refusal" in outcome) return UNAVAILABLE;
  const [memberDocument, ...documents] = outcome.documents;
  const member = parseMember(memberDocument?.data);
  // The member of a valid token may have been deleted, and an account created through Auth directly has no member.
  if (member === null) return UNAUTHENTICATED;
  const noAccess = accessFailure(member);
  if (noAccess !== null) return noAccess;
  // As in the rules, a session opened in the same second as `validSince` is still valid.
  if ((opened + 1) * 1000 <= member.validSince) return UNAUTHENTICATED;
  const { username, isAdmin } = member;
  return { caller: { uid, username, isAdmin }, documents, readTime: outcome.readTime };
}

let verifier: ReturnType<typeof createTokenVerifier> | undefined;

/** Verifies the ID token of a call; fails with 401 without a valid token. */
export async function verifyToken({ authorization, appCheck }: AuthHeaders): Promise<CallerToken | Failure> {
  const idToken = /^Bearer ([^\s]+)$/i.exec(authorization ?? "")?.[1];
  if (idToken === undefined) return UNAUTHENTICATED;
  verifier ??= createTokenVerifier(await adminAuth());
  const token = await verifier(idToken);
  if (isFailure(token)) return token;
  return { ...token, credentials: { token: idToken, appCheck } };
}
