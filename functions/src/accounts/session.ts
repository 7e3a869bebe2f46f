import { type Failure, MESSAGES } from "@logbook/domain";
import { LRUCache } from "lru-cache";
import { adminAuth } from "../firestore/admin.ts";
import { readDocuments } from "../firestore/admin-documents.ts";
import { readHead, type SeenHead } from "../firestore/board-head.ts";
import type { Credentials } from "../firestore/rest.ts";
import { failure, isFailure, UNAVAILABLE } from "../http/answer.ts";
import { type Member, readMember } from "./member.ts";
import { createTokenVerifier, type TokenVerifier } from "./verify-token.ts";

/** Who makes a call, as the ID token and the member document say; never as the body says. */
export interface Caller {
  uid: string;
  username: string;
  isAdmin: boolean;
  credentials: Credentials;
}

/** A caller, and how the board stood when the call arrived, for calls that asked for it. */
export interface Session {
  caller: Caller;
  head: SeenHead | null;
}

/** What a session is opened from. */
export interface SessionRequest {
  authorization: string | undefined;
  appCheck: string | undefined;
}

const UNAUTHENTICATED = failure("unauthenticated", "Please sign in. The session is missing, not valid or has ended.");
const DISABLED = failure("disabled", "This account has been disabled. Please ask an admin.");
export const ONLY_ADMINS = failure("forbidden", `${MESSAGES.onlyAdmins}.`);

/** What the last session of each member said; it may be out of date. */
const lastKnown = new LRUCache<string, Pick<Caller, "username" | "isAdmin">>({ max: 5_000 });

/** Opens the session of an ID token: 401 without a valid one of a member, 403 for who may not come in. */
export async function openSession(request: SessionRequest, withBoard: boolean): Promise<Session | Failure> {
  const token = await verify(request);
  if (isFailure(token)) return token;

  const paths = [`members/${token.uid}`, ...(withBoard ? ["boards/main"] : [])];
  const read = await readDocuments(paths);
  if ("refusal" in read) return UNAVAILABLE;
  const [memberDoc, boardDoc] = read.documents;

  const member = readMember(memberDoc?.data);
  // A token outlives its member; and an account that signed itself up to Auth is none.
  if (member === null) return UNAUTHENTICATED;
  if (member.disabled) return DISABLED;
  if (!openedSince(token.opened, member)) return UNAUTHENTICATED;

  const { username, isAdmin } = member;
  lastKnown.set(token.uid, { username, isAdmin });
  return {
    caller: { uid: token.uid, username, isAdmin, credentials: token.credentials },
    head: readHead(boardDoc ?? null, read.readTime),
  };
}

/**
 * The session of an ID token by what was last known of the member, without asking Firestore; `null` where nothing is
 * known. Good for calls of which the rules judge every step, since it may be out of date.
 */
export async function recallSession(request: SessionRequest): Promise<Session | null> {
  const token = await verify(request);
  const known = isFailure(token) ? undefined : lastKnown.get(token.uid);
  if (isFailure(token) || known === undefined) return null;
  return { caller: { uid: token.uid, ...known, credentials: token.credentials }, head: null };
}

let verifier: TokenVerifier | undefined;

async function verify(request: SessionRequest) {
  const idToken = /^Bearer ([^\s]+)$/i.exec(request.authorization ?? "")?.[1];
  if (idToken === undefined) return UNAUTHENTICATED;
  verifier ??= createTokenVerifier(await adminAuth());
  const token = await verifier(idToken);
  if (token === "refused") return UNAUTHENTICATED;
  if (token === "disabled") return DISABLED;
  if (token === "unavailable") return UNAVAILABLE;
  return { ...token, credentials: { idToken, appCheck: request.appCheck } };
}

// In whole seconds: a session opened within the second of validSince is not older than it (as in the rules).
function openedSince(opened: number, { validSince }: Member): boolean {
  return (opened + 1) * 1000 > validSince;
}
