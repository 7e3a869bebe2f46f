import {
  amendmentSchema,
  changesQuerySchema,
  createIssueSchema,
  credentialsSchema,
  deleteSchema,
  emptySchema,
  type Failure,
  isId,
  listQuerySchema,
  memberChangeSchema,
  membersQuerySchema,
  passwordChangeSchema,
  stepSchema,
  trashQuerySchema,
} from "@logbook/domain";
import { changePassword } from "./accounts/change-password.ts";
import { identityProblem } from "./accounts/identity.ts";
import { login } from "./accounts/login.ts";
import { toUser } from "./accounts/member.ts";
import { register } from "./accounts/register.ts";
import type { Caller } from "./accounts/session.ts";
import { signOutEverywhere } from "./accounts/sign-out-everywhere.ts";
import { board } from "./board/process-board.ts";
import { type CallerStore, storeAs } from "./firestore/caller-store.ts";
import { ok } from "./http/answer.ts";
import { changeMember } from "./members/change-member.ts";
import { listMembers } from "./members/list-members.ts";
import { amendIssue } from "./reports/amend-report.ts";
import { createIssue } from "./reports/create-report.ts";
import { deleteIssue } from "./reports/delete-report.ts";
import { createKnownReports } from "./reports/known-reports.ts";
import { listChanges } from "./reports/list-changes.ts";
import { listIssues } from "./reports/list-reports.ts";
import { listTrash } from "./reports/list-trash.ts";
import { readAttachment } from "./reports/read-attachment.ts";
import { readIssue } from "./reports/read-report.ts";
import { NO_SUCH_REPORT } from "./reports/refusals.ts";
import { restoreReport } from "./reports/restore-report.ts";
import { stepIssue } from "./reports/step-report.ts";
import { type Route, route } from "./route.ts";

const knownReports = createKnownReports(board);

/**
 * Every call of the API and who may make it: the permission table (sections 6 and 7). What a caller writes is written as
 * that caller, so the security rules decide once more.
 */
export const ROUTES: readonly Route[] = [
  route("GET", "/api/health", "anyone", { anyApp: true }, async () => ok({})),

  /** New account. 201 {user, token}; 409 username-taken, 400 bad-username, weak-password, missing-fields; 429 too-many. */
  route("POST", "/api/auth/register", "anyone", { body: credentialsSchema }, ({ body, origin }) =>
    register(body, { origin }),
  ),

  /** 200 {user, token}; `token` is a custom token. 401 invalid-credentials, 403 disabled; 429 too-many. */
  route("POST", "/api/auth/login", "anyone", { body: credentialsSchema }, ({ body, origin, header }) =>
    login(body, { origin, header }),
  ),

  /** 200 {token}: a new custom token, since every session opened before has ended. 403 wrong-password; 429 too-many. */
  route("POST", "/api/auth/password", "member", { body: passwordChangeSchema }, ({ caller, body }) =>
    changePassword(caller, body),
  ),

  /** 200: every session of the caller has ended, the calling one too. */
  route("POST", "/api/auth/sign-out-everywhere", "member", { body: emptySchema }, ({ caller }) =>
    signOutEverywhere(caller),
  ),

  /** 200 {user}: who the caller is now. */
  route("GET", "/api/me", "member", {}, async ({ caller }) => ok({ user: toUser(caller.uid, caller) })),

  /** 200 {bugs, features}, with a query also {page, stats}; 304. The page asks before it could have an App Check token. */
  route(
    "GET",
    "/api/issues",
    "member",
    { query: listQuerySchema, board: true, anyApp: true },
    ({ caller, head, query, header }) =>
      listIssues(board, head, query, header("if-none-match"), toUser(caller.uid, caller)),
  ),

  /** 200 {issues, fresh, freshTotal, total, stats}: what became of a list since it was read. */
  route("GET", "/api/issues/changes", "member", { query: changesQuerySchema, board: true }, ({ head, query }) =>
    listChanges(board, head, query),
  ),

  /** 200 {issue}, whole; 404. */
  route("GET", "/api/issues/:id", "member", { board: true }, ({ head, params }) =>
    readIssue(board, head, params.id ?? ""),
  ),

  /** 201 {issue}; 400 attachment-missing, 409 already-exists. */
  route("POST", "/api/issues", "member", { body: createIssueSchema, judged: true }, ({ caller, body }) =>
    asOneself(caller, body, () => createIssue(storeOf(caller), knownReports, caller, body)),
  ),

  /** 201 {amendment}; 404, 409 full, already-exists. */
  route("POST", "/api/issues/amendment", "member", { body: amendmentSchema, judged: true }, ({ caller, body }) =>
    asOneself(caller, body, () => amendIssue(storeOf(caller), knownReports, caller, body)),
  ),

  /** 200 {issue}; 404, 409 not-a-step, conflict, full where Firestore takes no more of it. */
  route("PUT", "/api/issues/:id", "admin", { body: stepSchema, judged: true }, ({ caller, params, body }) =>
    asOneself(caller, body, () =>
      onReport(params.id, (id) => stepIssue(storeOf(caller), knownReports, caller, id, body)),
    ),
  ),

  /** 200; 404; 409 conflict while others keep changing it, full where it is too large for the trash. */
  route("DELETE", "/api/issues/:id", "admin", { body: deleteSchema, judged: true }, ({ caller, params, body }) =>
    asOneself(caller, body, () => onReport(params.id, (id) => deleteIssue(storeOf(caller), caller, id, new Date()))),
  ),

  /** 200 {members, page}. */
  route("GET", "/api/members", "admin", { query: membersQuerySchema }, ({ query }) => listMembers(query)),

  /** 200 {member}; 403 of oneself, 404, 409 conflict. */
  route("PUT", "/api/members/:uid", "admin", { body: memberChangeSchema }, ({ caller, params, body }) =>
    changeMember(caller, params.uid ?? "", body),
  ),

  /** 200 {entries, page}: deleted reports that can still be restored. */
  route("GET", "/api/trash", "admin", { query: trashQuerySchema }, ({ caller, query }) =>
    listTrash(caller.credentials, query.page, new Date()),
  ),

  /** 200 {issue}; 404. */
  route("POST", "/api/trash/:id/restore", "admin", { body: emptySchema, judged: true }, ({ caller, params }) =>
    onReport(params.id, (id) => restoreReport(storeOf(caller), caller, id, new Date())),
  ),

  /** 200, the file; 304; 404. */
  route("GET", "/api/attachments/:uid/:issueId/:fileId", "member", {}, ({ caller, params, header }) =>
    readAttachment(
      { uid: params.uid ?? "", issueId: params.issueId ?? "", fileId: params.fileId ?? "" },
      caller,
      header("if-none-match"),
    ),
  ),
];

function storeOf({ credentials }: Caller): CallerStore {
  return storeAs(credentials, board.noteMove);
}

type Claimed = Parameters<typeof identityProblem>[0];

async function asOneself<T>(caller: Caller, claimed: Claimed, work: () => Promise<T>): Promise<T | Failure> {
  return identityProblem(claimed, caller) ?? (await work());
}

async function onReport<T>(id: string | undefined, work: (id: string) => Promise<T>): Promise<T | Failure> {
  return id !== undefined && isId(id) ? await work(id) : NO_SUCH_REPORT;
}
