import { type Failure, MESSAGES } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import { adminAuth } from "../firestore/admin.ts";
import { readDocumentsAsAdmin } from "../firestore/admin-documents.ts";
import { readBoardHead, type StoredBoardHead } from "../firestore/board-head.ts";
import { lastNumberOfProcess } from "../firestore/last-number.ts";
import type { Credentials } from "../firestore/rest.ts";
import { failure, isFailure, UNAVAILABLE } from "../http/response.ts";
import { type Member, readMember } from "./member.ts";
import { DISABLED, UNAUTHENTICATED } from "./session-token.ts";
import { createTokenVerifier, type TokenVerifier } from "./verify-token.ts";

/** The member who makes a call, as the ID token and the member document say; the body cannot change it. */
export interface Caller {
  uid: string;
  username: string;
  isAdmin: boolean;
  credentials: Credentials;
}

/** The caller and, for calls that need it, the board's head, read together. */
export interface Session {
  caller: Caller;
  head: StoredBoardHead | null;
}

/** The values of the headers from which a session is opened. */
export interface SessionRequest {
  authorization: string | undefined;
  appCheck: string | undefined;
}

export const ONLY_ADMINS = failure("forbidden", `${MESSAGES.onlyAdmins}.`);

const MAX_MEMBER_AGE_MS = 5 * 60_000;
/** Members as they were at `readAt` (milliseconds); they may be outdated. */
const memberCache = new LRUCache<string, Pick<Caller, "username" | "isAdmin"> & { readAt: number }>({ max: 5_000 });

/** Removes a member from the cache, because their document has changed. Their next call reads it. */
export function forgetMember(uid: string): void {
  memberCache.delete(uid);
}

/** Opens the session of an ID token: 401 without a valid token of a member, 403 for a disabled member. */
export async function openSession(request: SessionRequest, needsBoard: boolean): Promise<Session | Failure> {
  const token = await verifyToken(request);
  if (isFailure(token)) return token;

  const paths = [`members/${token.uid}`, ...(needsBoard ? ["boards/main"] : [])];
  const read = await readDocumentsAsAdmin(paths);
  if ("refusal" in read) return UNAVAILABLE;
  const [memberDocument, boardDocument] = read.documents;

  const member = readMember(memberDocument?.data);
  // The member of a valid token may have been deleted, and an account created through Auth directly has no member.
  if (member === null) return UNAUTHENTICATED;
  if (member.disabled) return DISABLED;
  if (!isStillValid(token.opened, member)) return UNAUTHENTICATED;

  const head = readBoardHead(boardDocument ?? null, read.readTime);
  if (head !== null) lastNumberOfProcess.value = head.lastNumber;
  const { username, isAdmin } = member;
  memberCache.set(token.uid, { username, isAdmin, readAt: Date.now() });
  return {
    caller: { uid: token.uid, username, isAdmin, credentials: token.credentials },
    head,
  };
}

/**
 * Opens the session of an ID token with the cached member, without a read; `null` if that member is not cached. The
 * cached member may be outdated, so this is only for calls in which the security rules check every read and write.
 */
export async function openCachedSession(request: SessionRequest): Promise<Session | null> {
  const token = await verifyToken(request);
  if (isFailure(token)) return null;
  const member = memberCache.get(token.uid);
  if (member === undefined || Date.now() - member.readAt > MAX_MEMBER_AGE_MS) return null;
  const { username, isAdmin } = member;
  return { caller: { uid: token.uid, username, isAdmin, credentials: token.credentials }, head: null };
}

let verifier: TokenVerifier | undefined;

async function verifyToken(request: SessionRequest) {
  const idToken = /^Bearer ([^\s]+)$/i.exec(request.authorization ?? "")?.[1];
  if (idToken === undefined) return UNAUTHENTICATED;
  verifier ??= createTokenVerifier(await adminAuth());
  const token = await verifier(idToken);
  if (isFailure(token)) return token;
  return { ...token, credentials: { idToken, appCheck: request.appCheck } };
}

// Compares whole seconds, as the rules do: a session opened in the same second as `validSince` is still valid.
function isStillValid(opened: number, { validSince }: Member): boolean {
  return (opened + 1) * 1000 > validSince;
}
