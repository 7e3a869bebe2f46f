import { type Failure, MESSAGES } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import { adminAuth, readDocumentsAsAdmin } from "../firestore/admin.ts";
import { lastNumberOfProcess, parseBoardHead, type StoredBoardHead } from "../firestore/board-head.ts";
import type { Credentials } from "../firestore/rest.ts";
import { failure, isFailure, UNAVAILABLE } from "../http/response.ts";
import { type Member, parseMember } from "./member.ts";
import { createTokenVerifier, DISABLED, UNAUTHENTICATED } from "./tokens.ts";

/** The member who makes a call, according to the ID token and the member document, never to the request's body. */
export interface Caller {
  uid: string;
  username: string;
  isAdmin: boolean;
  credentials: Credentials;
}

/** A call's caller, and the board's head if the call needs the board; otherwise `head` is `null`. */
export interface CallContext {
  caller: Caller;
  head: StoredBoardHead | null;
}

/** The values of the headers that say who makes a call. */
export interface AuthHeaders {
  authorization: string | undefined;
  appCheck: string | undefined;
}

export const ONLY_ADMINS = failure("forbidden", `${MESSAGES.onlyAdmins}.`);

const MAX_MEMBER_AGE_MS = 5 * 60_000;
/** Members by uid, as they were at `readAt` (milliseconds); a cached member may be outdated. */
const memberCache = new LRUCache<string, Member & { readAt: number }>({ max: 5_000 });

/** Removes a member from the cache, because the member document has changed. The member's next call reads it. */
export function forgetMember(uid: string): void {
  memberCache.delete(uid);
}

/** Finds the member of an ID token. Fails with 401 without a valid token of a member, 403 if the member is disabled. */
export async function authenticate(headers: AuthHeaders, needsBoard: boolean): Promise<CallContext | Failure> {
  const token = await verifyToken(headers);
  if (isFailure(token)) return token;

  const paths = [`members/${token.uid}`, ...(needsBoard ? ["boards/main"] : [])];
  const outcome = await readDocumentsAsAdmin(paths);
  if ("refusal" in outcome) return UNAVAILABLE;
  const [memberDocument, boardDocument] = outcome.documents;

  const member = parseMember(memberDocument?.data);
  // The member of a valid token may have been deleted, and an account created through Auth directly has no member.
  if (member === null) return UNAUTHENTICATED;
  if (member.disabled) return DISABLED;
  // `opened` is in seconds. As in the rules, a session opened in the same second as `validSince` is still valid.
  if ((token.opened + 1) * 1000 <= member.validSince) return UNAUTHENTICATED;

  const head = parseBoardHead(boardDocument ?? null, outcome.readTime);
  // The next new report gets the number after this one, so reports/create-report.ts need not read the board.
  if (head !== null) lastNumberOfProcess.value = head.lastNumber;
  memberCache.set(token.uid, { ...member, readAt: Date.now() });
  return { caller: callerOf(token, member), head };
}

/**
 * Finds the member of a valid ID token in the cache, without a read. The cached member may be outdated, so this is only
 * for calls in which the security rules check every read and write.
 */
export async function authenticateFromCache(headers: AuthHeaders): Promise<CallContext | null> {
  const token = await verifyToken(headers);
  if (isFailure(token)) return null;
  const member = memberCache.get(token.uid);
  if (member === undefined || Date.now() - member.readAt > MAX_MEMBER_AGE_MS) return null;
  return { caller: callerOf(token, member), head: null };
}

function callerOf(
  { uid, credentials }: Pick<Caller, "uid" | "credentials">,
  { username, isAdmin }: Pick<Member, "username" | "isAdmin">,
): Caller {
  return { uid, username, isAdmin, credentials };
}

let verifier: ReturnType<typeof createTokenVerifier> | undefined;

async function verifyToken({ authorization, appCheck }: AuthHeaders) {
  const idToken = /^Bearer ([^\s]+)$/i.exec(authorization ?? "")?.[1];
  if (idToken === undefined) return UNAUTHENTICATED;
  verifier ??= createTokenVerifier(await adminAuth());
  const token = await verifier(idToken);
  if (isFailure(token)) return token;
  return { ...token, credentials: { token: idToken, appCheck } };
}
