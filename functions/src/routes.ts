import {
  amendmentSchema,
  changesQuerySchema,
  correctionSchema,
  createIssueSchema,
  credentialsSchema,
  deleteSchema,
  editAmendmentSchema,
  editReportSchema,
  emptySchema,
  followSchema,
  listQuerySchema,
  memberChangeSchema,
  membersQuerySchema,
  newsSeenSchema,
  passwordChangeSchema,
  savedViewsSchema,
  searchHelpQuerySchema,
  similarQuerySchema,
  stepSchema,
  trashQuerySchema,
  voteSchema,
} from "@logbook/domain";
import { changePassword } from "./accounts/change-password.ts";
import { signOutEverywhere } from "./accounts/end-sessions.ts";
import { login } from "./accounts/login.ts";
import { toUser } from "./accounts/member.ts";
import { register } from "./accounts/register.ts";
import type { Caller } from "./accounts/session.ts";
import { board } from "./board/process-board.ts";
import { titleIndex } from "./board/title-index.ts";
import { lastNumberOfProcess } from "./firestore/board-head.ts";
import { type CallerStore, createCallerStore } from "./firestore/caller-store.ts";
import { ok } from "./http/response.ts";
import { changeMember } from "./members/change-member.ts";
import { listMembers } from "./members/list-members.ts";
import { amendReport } from "./reports/amend-report.ts";
import { createReport } from "./reports/create-report.ts";
import { deleteReport } from "./reports/delete-report.ts";
import { editAmendment } from "./reports/edit-amendment.ts";
import { correctReport, editReport } from "./reports/edit-report.ts";
import { follow, markSeen } from "./reports/follows.ts";
import { listChanges } from "./reports/list-changes.ts";
import { listReports } from "./reports/list-reports.ts";
import { listNews } from "./reports/news.ts";
import { readAttachment } from "./reports/read-attachment.ts";
import { readReport, readReportPage } from "./reports/read-report.ts";
import { createReportCache } from "./reports/report-cache.ts";
import { readFormerTexts } from "./reports/report-history.ts";
import { listSavedViews, saveViews } from "./reports/saved-views.ts";
import { stepReport } from "./reports/step-report.ts";
import { findSearchHelp, findSimilar } from "./reports/suggestions.ts";
import { listTrash, restoreReport } from "./reports/trash.ts";
import { listVotes, vote } from "./reports/vote.ts";
import { type Route, route } from "./route.ts";

const reportCache = createReportCache(board);

/**
 * The permission table: every call of the API and its audience (sections 6 and 7). The comment of a call has its HTTP
 * statuses, with the fields of the response or the codes of failures; route.ts explains the options. Reports are
 * written with the caller's own token, so the security rules check every write again.
 */
export const ROUTES: readonly Route[] = [
  route("GET", "/api/health", "anyone", { skipsAppCheck: true }, async () => ok({})),

  /** 201 {user, token}; 409 username-taken, 400 bad-username, weak-password, missing-fields; 429 too-many. */
  route("POST", "/api/auth/register", "anyone", { body: credentialsSchema }, ({ body, client }) =>
    register(body, client),
  ),

  /** 200 {user, token}; `token` is a custom token. 401 invalid-credentials, 403 disabled; 429 too-many. */
  route("POST", "/api/auth/login", "anyone", { body: credentialsSchema }, ({ body, client, header }) =>
    login(body, client, header),
  ),

  /** 200 {token}: a new custom token, since every session opened before has ended. 403 wrong-password; 429 too-many. */
  route("POST", "/api/auth/password", "member", { body: passwordChangeSchema }, ({ caller, body }) =>
    changePassword(caller, body),
  ),

  /** 200: every session of the caller has ended, also the current one. */
  route("POST", "/api/auth/sign-out-everywhere", "member", { body: emptySchema }, ({ caller }) =>
    signOutEverywhere(caller),
  ),

  /** 200 {user}: the caller. */
  route("GET", "/api/me", "member", {}, async ({ caller }) => ok({ user: toUser(caller.uid, caller) })),

  /** 200 {bugs, features}, with a query also {page, stats}; 304. The page calls it before it has an App Check token. */
  route(
    "GET",
    "/api/issues",
    "member",
    { query: listQuerySchema, needsBoard: true, skipsAppCheck: true },
    ({ caller, head, query, header }) => listReports(board, head, query, header("if-none-match"), caller),
  ),

  /** 200 {issues, fresh, freshTotal, total, stats}: the changes since a list was read. */
  route(
    "GET",
    "/api/issues/changes",
    "member",
    { query: changesQuerySchema, needsBoard: true },
    ({ caller, head, query }) => listChanges(board, head, query, caller),
  ),

  /** 200 {issue}, not shortened; 404. */
  route("GET", "/api/issues/:id", "member", { needsBoard: true }, ({ head, params }) =>
    readReport(board, head, params.id),
  ),

  /** 200 {issues}: reports with similar titles. Precedes `/api/reports/:numberOrId`, which also matches this path. */
  route("GET", "/api/reports/similar", "member", { query: similarQuerySchema, needsBoard: true }, ({ head, query }) =>
    findSimilar({ board, titleIndex }, head, query.title),
  ),

  /** 200 {didYouMean, inAmendments}: advice for a search that finds nothing. */
  route(
    "GET",
    "/api/reports/search-help",
    "member",
    { query: searchHelpQuerySchema, needsBoard: true },
    ({ head, query }) => findSearchHelp({ board, titleIndex }, head, query),
  ),

  /** 200 {issue, events, followers}: a report by its number, or by its id, with its history; 404. */
  route("GET", "/api/reports/:numberOrId", "member", { needsBoard: true }, ({ caller, head, params }) =>
    readReportPage(board, head, caller, params.numberOrId),
  ),

  /** 201 {issue}; 400 attachment-missing, 409 already-exists, or conflict if many reports are filed at once. */
  route("POST", "/api/issues", "member", { body: createIssueSchema, isRuleChecked: true }, ({ caller, body }) =>
    createReport(storeOf(caller), reportCache, lastNumberOfProcess, caller, body),
  ),

  /** 201 {amendment}; 404, 409 full, already-exists. */
  route("POST", "/api/issues/amendment", "member", { body: amendmentSchema, isRuleChecked: true }, ({ caller, body }) =>
    amendReport(storeOf(caller), reportCache, caller, body),
  ),

  /** 200 {issue}; 404, 409 not-a-step, conflict, or full if the report would exceed Firestore's limit. */
  route("PUT", "/api/issues/:id", "admin", { body: stepSchema, isRuleChecked: true }, ({ caller, params, body }) =>
    stepReport(storeOf(caller), reportCache, caller, params.id, body),
  ),

  /** Votes for a report, or takes the vote back: 200 {voted}; 404, 409 full. */
  route(
    "PUT",
    "/api/issues/:id/vote",
    "member",
    { body: voteSchema, isRuleChecked: true },
    ({ caller, params, body }) => vote(storeOf(caller), caller, params.id, body.voted),
  ),

  /** 200 {voted}: the ids of the reports for which the caller votes. */
  route("GET", "/api/me/votes", "member", {}, ({ caller }) => listVotes(caller)),

  /** 200 {items, unread, unreadReports, unreadSince, following}: the last changes of followed reports. */
  route("GET", "/api/me/news", "member", { needsBoard: true }, ({ caller, head }) => listNews(board, head, caller)),

  /** Stores until when the caller has seen the news of one report, or of all reports: 200. */
  route("PUT", "/api/me/news", "member", { body: newsSeenSchema, isRuleChecked: true }, ({ caller, body }) =>
    markSeen(caller, body),
  ),

  /** Sets how the caller follows a report: 200 {mode}; 404, 409 full. */
  route(
    "PUT",
    "/api/issues/:id/follow",
    "member",
    { body: followSchema, isRuleChecked: true },
    ({ caller, params, body }) => follow(storeOf(caller), caller, params.id, body.mode),
  ),

  /** 200 {views}: the caller's saved views of the list. */
  route("GET", "/api/me/views", "member", {}, ({ caller }) => listSavedViews(caller)),

  /** Replaces the caller's saved views: 200 {views}. */
  route("PUT", "/api/me/views", "member", { body: savedViewsSchema, isRuleChecked: true }, ({ caller, body }) =>
    saveViews(caller, body.views),
  ),

  /** The reporter's edit: 200 {issue}; 403, 404, 409 too-late, conflict. */
  route(
    "PUT",
    "/api/issues/:id/texts",
    "member",
    { body: editReportSchema, isRuleChecked: true },
    ({ caller, params, body }) => editReport(storeOf(caller), reportCache, caller, params.id, body),
  ),

  /** An admin's correction of title or priority: 200 {issue}; 404, 409 conflict. */
  route(
    "PUT",
    "/api/issues/:id/correction",
    "admin",
    { body: correctionSchema, isRuleChecked: true },
    ({ caller, params, body }) => correctReport(storeOf(caller), reportCache, caller, params.id, body),
  ),

  /** The author's edit of an amendment: 200 {amendment}; 403, 404, 409 too-late, conflict, full. */
  route(
    "PUT",
    "/api/issues/:id/amendments/:amendmentId",
    "member",
    { body: editAmendmentSchema, isRuleChecked: true },
    ({ caller, params: { id, amendmentId }, body: { text, from } }) =>
      editAmendment(storeOf(caller), reportCache, caller, { issueId: id, amendmentId, text, from }),
  ),

  /** 200 {former}: the texts before an edit of a report or an amendment; 404. */
  route("GET", "/api/history/:eventId", "member", {}, ({ caller, params }) => readFormerTexts(caller, params.eventId)),

  /** 200; 404; 409 conflict if others keep changing the report, or full if it is too large for the trash. */
  route("DELETE", "/api/issues/:id", "admin", { body: deleteSchema, isRuleChecked: true }, ({ caller, params }) =>
    deleteReport(storeOf(caller), caller, params.id, new Date()),
  ),

  /** 200 {members, page}. */
  route("GET", "/api/members", "admin", { query: membersQuerySchema }, ({ query }) => listMembers(query)),

  /** 200 {member}; 403 for the caller's own member, 404, 409 if somebody else changes the member at the same moment. */
  route("PUT", "/api/members/:uid", "admin", { body: memberChangeSchema }, ({ caller, params, body }) =>
    changeMember(caller, params.uid, body),
  ),

  /** 200 {entries, page}: deleted reports that can still be restored. */
  route("GET", "/api/trash", "admin", { query: trashQuerySchema }, ({ caller, query }) =>
    listTrash(caller.credentials, query.page, new Date()),
  ),

  /** 200 {issue}; 404. */
  route("POST", "/api/trash/:id/restore", "admin", { body: emptySchema, isRuleChecked: true }, ({ caller, params }) =>
    restoreReport(storeOf(caller), caller, params.id, new Date()),
  ),

  /** 200 with the file; 304; 404. */
  route("GET", "/api/attachments/:uid/:issueId/:fileId", "member", {}, ({ caller, params, header }) =>
    readAttachment(params, caller, header("if-none-match")),
  ),
];

function storeOf({ credentials }: Caller): CallerStore {
  return createCallerStore(credentials, board.recordMove);
}
