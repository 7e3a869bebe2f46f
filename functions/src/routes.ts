import {
  admissionSchema,
  amendmentSchema,
  areasSchema,
  assigneeSchema,
  atPageQuerySchema,
  changelogQuerySchema,
  changesQuerySchema,
  chatSchema,
  closingSchema,
  correctionSchema,
  createIssueSchema,
  credentialsSchema,
  deleteSchema,
  editAmendmentSchema,
  editReportSchema,
  emptySchema,
  entriesSeenSchema,
  entrySchema,
  exportPartQuerySchema,
  fixAnswerSchema,
  followSchema,
  hiddenSchema,
  historyQuerySchema,
  idsQuerySchema,
  leaveSchema,
  listQuerySchema,
  memberChangeSchema,
  memberLogQuerySchema,
  membersQuerySchema,
  newsSeenSchema,
  ownEventsQuerySchema,
  ownReportsQuerySchema,
  passwordChangeSchema,
  passwordResetSchema,
  pinSchema,
  savedViewsSchema,
  searchHelpQuerySchema,
  sightingSchema,
  similarQuerySchema,
  stepSchema,
  trashQuerySchema,
  voteSchema,
} from "@logbook/domain";
import { ADMISSION_PATH, countWaiting, readRegistration } from "./accounts/admission.ts";
import { changePassword } from "./accounts/change-password.ts";
import { signOutEverywhere } from "./accounts/end-sessions.ts";
import { login } from "./accounts/login.ts";
import { toUser } from "./accounts/member.ts";
import { register } from "./accounts/register.ts";
import { resetPassword } from "./accounts/reset-password.ts";
import { readAttachment, readsOfAttachment } from "./attachments/read-attachment.ts";
import { board } from "./board/process-board.ts";
import { titleIndex } from "./board/title-index.ts";
import { vocabulary } from "./board/vocabulary.ts";
import { deleteEntry, restoreEntry } from "./changelog/delete-entry.ts";
import { listDrafts, listEntries } from "./changelog/list-entries.ts";
import { saveEntry } from "./changelog/save-entry.ts";
import { readsOfEntry } from "./changelog/stored-entry.ts";
import { CHAT_PATH, changeChatTitles, testChat } from "./chat/chat-setting.ts";
import { leave } from "./departures/leave.ts";
import { ok } from "./http/response.ts";
import { changeAreas, listAreas } from "./members/areas.ts";
import { changeAdmission } from "./members/change-admission.ts";
import { changeMember } from "./members/change-member.ts";
import { listActs } from "./members/list-acts.ts";
import { listMembers } from "./members/list-members.ts";
import { makeResetLink } from "./members/make-reset-link.ts";
import { follow, markEntriesSeen, markSeen } from "./news/follows.ts";
import { listNews } from "./news/news.ts";
import { CHANGELOG_PATH } from "./news/recent-entries.ts";
import { listOwnData, readOwnEvents, readOwnReports, readsOfOwnData } from "./own-data/own-data.ts";
import { amendReport } from "./reports/amend-report.ts";
import { assignReport } from "./reports/assign-report.ts";
import { findAtPage } from "./reports/at-page.ts";
import { closeReport } from "./reports/close-report.ts";
import { createReport, readsOfNewReport } from "./reports/create-report.ts";
import { editAmendment } from "./reports/edit-amendment.ts";
import { correctReport, editReport } from "./reports/edit-report.ts";
import { readExportPart, startExport } from "./reports/export-reports.ts";
import { hideAmendment, readAmendmentText } from "./reports/hide-amendment.ts";
import { readEarlierEvents, readFormerTexts } from "./reports/history.ts";
import { listChanges } from "./reports/list-changes.ts";
import { listIds } from "./reports/list-ids.ts";
import { listReports } from "./reports/list-reports.ts";
import { pinReport } from "./reports/pin-report.ts";
import { readReport, readReportPage } from "./reports/read-report.ts";
import { readsForShow } from "./reports/select-entries.ts";
import { stepReport } from "./reports/step-report.ts";
import { findSearchHelp, findSimilar } from "./reports/suggestions.ts";
import { type Route, route } from "./route.ts";
import { deleteReport } from "./trash/delete-report.ts";
import { listTrash, restoreReport } from "./trash/trash.ts";
import { listSavedViews, saveViews } from "./views/saved-views.ts";
import { answerIfFixed } from "./votes/fix-answer.ts";
import { see } from "./votes/sighting.ts";
import { listVotes, vote } from "./votes/vote.ts";

const reportOf = ({ params }: { params: { id: string } }) => ({ report: `issues/${params.id}` });
const followsOf = ({ uid }: { uid: string }) => ({ follows: `follows/${uid}` });
const ballotOf = ({ uid }: { uid: string }) => ({ ballot: `ballots/${uid}` });
const viewsOf = ({ uid }: { uid: string }) => ({ views: `views/${uid}` });

/**
 * The permission table: every call of the API and its audience (sections 6 and 7). The comment of a call has its HTTP
 * statuses, with the fields of the response or the codes of failures; route.ts explains the options. Every call that
 * writes may also be answered 409 conflict, if others keep writing the same documents.
 */
export const ROUTES: readonly Route[] = [
  route("GET", "/api/health", "anyone", { skipsAppCheck: true }, async () => ok({})),

  /** 201 {user, token}; 409 username-taken, full, 400 bad-username, weak-password, missing-fields; 403 closed; 429 too-many. */
  route("POST", "/api/auth/register", "anyone", { body: credentialsSchema }, ({ body, client }) =>
    register(body, client),
  ),

  /** 200 {user, token}; `token` is a custom token. 401 invalid-credentials, 403 disabled; 429 too-many. */
  route("POST", "/api/auth/login", "anyone", { body: credentialsSchema }, ({ body, client, header }) =>
    login(body, client, header),
  ),

  /** 200 {admission, notice}: whether a visitor can register. */
  route("GET", "/api/auth/registration", "anyone", {}, () => readRegistration()),

  /** Sets a new password with an admin's reset link; every session has ended: 200. 403 bad-link; 429 too-many. */
  route("POST", "/api/auth/reset-password", "anyone", { body: passwordResetSchema }, ({ body, client }) =>
    resetPassword(body, client),
  ),

  /** 200 {token}: a new custom token, since every session opened before has ended. 403 wrong-password; 429 too-many. */
  route("POST", "/api/auth/password", "member", { body: passwordChangeSchema }, ({ caller, body, header }) =>
    changePassword(caller, body, header("x-firebase-appcheck")),
  ),

  /** 200: every session of the caller has ended, also the current one. */
  route("POST", "/api/auth/sign-out-everywhere", "member", { body: emptySchema }, ({ caller }) =>
    signOutEverywhere(caller),
  ),

  /** Deletes the caller's account: 200; 403 wrong-password, or for the only admin; 409 conflict; 429 too-many. */
  route("POST", "/api/auth/delete-account", "member", { body: leaveSchema }, ({ caller, body, header }) =>
    leave(caller, body.password, header("x-firebase-appcheck")),
  ),

  /** 200 {user}: the caller. */
  route("GET", "/api/me", "member", {}, async ({ caller }) => ok({ user: toUser(caller.uid, caller) })),

  /** 200 {bugs, features}, with a query also {page, stats, tabs}; 304. The page calls it before it has an App Check token. */
  route(
    "GET",
    "/api/issues",
    "member",
    {
      query: listQuerySchema,
      needsBoard: true,
      skipsAppCheck: true,
      reads: ({ query, uid }) => readsForShow(query?.filters.show, uid),
    },
    ({ caller, head, query, header, documents: { follows = null } }) =>
      listReports(board, head, query, header("if-none-match"), { caller, follows, areas: head?.areas }),
  ),

  /** 200 {issues, fresh, freshTotal, total, stats, tabs}: the changes since a list was read. */
  route(
    "GET",
    "/api/issues/changes",
    "member",
    { query: changesQuerySchema, needsBoard: true, reads: ({ query, uid }) => readsForShow(query.filters.show, uid) },
    ({ caller, head, query, documents: { follows = null } }) =>
      listChanges(board, head, query, { caller, follows, areas: head?.areas }),
  ),

  /** 200 {reports, total}: all reports of a list, not only those of its page. */
  route(
    "GET",
    "/api/issues/ids",
    "admin",
    { query: idsQuerySchema, needsBoard: true, reads: ({ query, uid }) => readsForShow(query.filters.show, uid) },
    ({ caller, head, query, documents: { follows = null } }) =>
      listIds(board, head, query, { caller, follows, areas: head?.areas }),
  ),

  /** 200 {issue}, not shortened; 404. */
  route("GET", "/api/issues/:id", "member", { needsBoard: true, reads: reportOf }, ({ head, documents }) =>
    readReport(board, head, documents.report),
  ),

  /** 200 {issues}: reports with similar titles. Precedes `/api/reports/:numberOrId`, which also matches this path. */
  route("GET", "/api/reports/similar", "member", { query: similarQuerySchema, needsBoard: true }, ({ head, query }) =>
    findSimilar({ board, titleIndex }, head, query.title),
  ),

  /** 200 {issues}: open reports about the page with this path. */
  route("GET", "/api/reports/at-page", "member", { query: atPageQuerySchema, needsBoard: true }, ({ head, query }) =>
    findAtPage(board, head, query.path),
  ),

  /** 200 {didYouMean, inAmendments, closest}: advice for a search that finds nothing. */
  route(
    "GET",
    "/api/reports/search-help",
    "member",
    { query: searchHelpQuerySchema, needsBoard: true },
    ({ head, query }) => findSearchHelp({ board, vocabulary, titleIndex }, head, query),
  ),

  /** 200 {issue, events, earlier, followers, duplicates}: a report by its number, or by its id, with its history; 404. */
  route("GET", "/api/reports/:numberOrId", "member", { needsBoard: true }, ({ head, params }) =>
    readReportPage(board, head, params.numberOrId),
  ),

  /** 201 {issue}; 400 attachment-missing, 409 already-exists. */
  route(
    "POST",
    "/api/issues",
    "member",
    { body: createIssueSchema, storesText: true, reads: ({ body, uid, newId }) => readsOfNewReport(body, uid, newId) },
    ({ caller, documents, body, newId, isRepeated }) => createReport(caller, documents, body, { newId, isRepeated }),
  ),

  /** 201 {amendment}; 400 attachment-missing, 404, 409 full, already-exists. */
  route(
    "POST",
    "/api/issues/amendment",
    "member",
    {
      body: amendmentSchema,
      storesText: true,
      reads: ({ body, uid }) => ({ report: `issues/${body.issueId}`, ...followsOf({ uid }) }),
    },
    ({ caller, documents, body, newId, isRepeated }) =>
      amendReport(caller, documents, body, { id: body.id ?? newId, isRepeated }),
  ),

  /** 200 {issue}; 404, 409 not-a-step, conflict. The rules check it too. */
  route("PUT", "/api/issues/:id", "admin", { body: stepSchema, reads: reportOf }, ({ caller, documents, body }) =>
    stepReport(caller, documents.report, body),
  ),

  /** Closes a report as a duplicate or with a reason, or takes that back: 200 {issue}; 404, 409 conflict. */
  route(
    "PUT",
    "/api/issues/:id/closing",
    "admin",
    {
      body: closingSchema,
      reads: (input): { report: string; target?: string } => ({
        ...reportOf(input),
        ...(input.body.of !== undefined && { target: `issues/${input.body.of}` }),
      }),
    },
    ({ caller, documents, body }) => closeReport(caller, documents, body),
  ),

  /** Votes for a report, or takes the vote back: 200 {voted}; 404, 409 full. */
  route(
    "PUT",
    "/api/issues/:id/vote",
    "member",
    { body: voteSchema, reads: (input) => ({ ...reportOf(input), ...ballotOf(input), ...followsOf(input) }) },
    ({ caller, params, documents, body }) => vote(caller, params.id, documents, body.voted),
  ),

  /** The caller sees a bug too, or takes that back: 200 {seen}; 404, 409 conflict for a feature, full. */
  route(
    "PUT",
    "/api/issues/:id/sighting",
    "member",
    { body: sightingSchema, reads: (input) => ({ ...reportOf(input), ...ballotOf(input), ...followsOf(input) }) },
    ({ caller, documents, body }) => see(caller, documents, body),
  ),

  /** The caller's answer to 'Fixed for you?': 200 {fixed}; 403 if they are not asked, 404, 409 conflict, full. */
  route(
    "PUT",
    "/api/issues/:id/fix-answer",
    "member",
    {
      body: fixAnswerSchema,
      needsBoard: true,
      storesText: true,
      reads: (input) => ({ ...reportOf(input), ...ballotOf(input), ...followsOf(input) }),
    },
    ({ caller, head, documents, body, newId }) =>
      answerIfFixed(board, head, caller, documents, { ...body, id: body.id ?? newId }),
  ),

  /** An admin takes a report, or frees it: 200 {issue}; 404, 409 conflict. */
  route(
    "PUT",
    "/api/issues/:id/assignee",
    "admin",
    { body: assigneeSchema, reads: reportOf },
    ({ caller, documents, body }) => assignReport(caller, documents.report, body),
  ),

  /** Pins a report above the list, or unpins it: 200 {pinned}; 404, 409 full. */
  route(
    "PUT",
    "/api/issues/:id/pin",
    "admin",
    { body: pinSchema, needsBoard: true, reads: (input) => ({ ...reportOf(input), board: "boards/main" }) },
    ({ caller, head, documents, body }) => pinReport(board, head, caller, documents.report, body.pinned),
  ),

  /** Hides an amendment, or shows it again: 200 {amendment}; 404, 409 too-late. */
  route(
    "PUT",
    "/api/issues/:id/amendments/:amendmentId/hidden",
    "admin",
    { body: hiddenSchema, reads: reportOf },
    ({ caller, documents, params, body }) =>
      hideAmendment(caller, documents.report, params.amendmentId, body.hidden, new Date()),
  ),

  /** 200 {text, attachments?}: the text and the files of an amendment, also of a hidden one; 404. */
  route("GET", "/api/issues/:id/amendments/:amendmentId", "admin", { reads: reportOf }, async ({ documents, params }) =>
    readAmendmentText(documents.report, params.amendmentId),
  ),

  /** 200 {voted, seen, asked}: the reports for which the caller votes, that they see too, and that ask if they are fixed. */
  route("GET", "/api/me/votes", "member", { needsBoard: true, reads: ballotOf }, ({ caller, head, documents }) =>
    listVotes(board, head, caller, documents.ballot),
  ),

  /** 200 {items, unread, unreadReports, unreadOwn, unreadSince, following, newEntry}: the changes of followed reports. */
  route(
    "GET",
    "/api/me/news",
    "member",
    {
      needsBoard: true,
      reads: (input) => ({ ...followsOf(input), ...ballotOf(input), changelog: CHANGELOG_PATH }),
    },
    ({ caller, head, documents }) => listNews(board, head, caller, documents, new Date()),
  ),

  /** Stores until when the caller has seen the news of one report, or of all reports: 200. */
  route("PUT", "/api/me/news", "member", { body: newsSeenSchema, reads: followsOf }, ({ caller, documents, body }) =>
    markSeen(caller, documents.follows, body),
  ),

  /** Stores until when the caller has seen the entries of What's new: 200. */
  route(
    "PUT",
    "/api/me/changelog",
    "member",
    { body: entriesSeenSchema, reads: followsOf },
    ({ caller, documents, body }) => markEntriesSeen(caller, documents.follows, body.until),
  ),

  /** 200 {entries, page}: the published entries of What's new. */
  route("GET", "/api/changelog", "member", { query: changelogQuerySchema, needsBoard: true }, ({ head, query }) =>
    listEntries(board, head, query.page),
  ),

  /** 200 {entries}: the drafts of entries. */
  route("GET", "/api/changelog/drafts", "admin", { needsBoard: true }, ({ head }) => listDrafts(board, head)),

  /** Stores an entry, and may publish it: 200 {entry}; 400 for a linked report that does not exist, 404, 409 conflict, full. */
  route(
    "PUT",
    "/api/changelog/:entryId",
    "admin",
    {
      body: entrySchema,
      needsBoard: true,
      storesText: true,
      reads: (input) => ({ ...readsOfEntry(input), board: "boards/main" }),
    },
    ({ caller, head, documents, params, body }) =>
      saveEntry(board, head, caller, documents, { entryId: params.entryId, body }),
  ),

  /** 200; 404. */
  route("DELETE", "/api/changelog/:entryId", "admin", { body: deleteSchema, reads: readsOfEntry }, ({ documents }) =>
    deleteEntry(documents, new Date()),
  ),

  /** Takes the deletion of an entry back: 200 {entry}; 404, 409 full, too-late. */
  route(
    "POST",
    "/api/changelog/:entryId/restore",
    "admin",
    { body: emptySchema, needsBoard: true, reads: readsOfEntry },
    ({ head, documents }) => restoreEntry(board, head, documents, new Date()),
  ),

  /** Sets how the caller follows a report: 200 {mode}; 404, 409 full. */
  route(
    "PUT",
    "/api/issues/:id/follow",
    "member",
    { body: followSchema, reads: (input) => ({ ...reportOf(input), ...followsOf(input) }) },
    ({ caller, documents, body }) => follow(caller, documents, body),
  ),

  /** 200 {views}: the caller's saved views of the list. */
  route("GET", "/api/me/views", "member", { reads: viewsOf }, ({ documents }) => listSavedViews(documents.views)),

  /** Replaces the caller's saved views: 200 {views}. */
  route("PUT", "/api/me/views", "member", { body: savedViewsSchema }, ({ caller, body }) =>
    saveViews(caller, body.views),
  ),

  /** 200 {account, votes, follows, newsSeen, views, entries, ids}: what is stored of the caller; 429 too-many. */
  route("GET", "/api/me/data", "member", { needsBoard: true, reads: readsOfOwnData }, ({ caller, head, documents }) =>
    listOwnData(board, head, caller, documents),
  ),

  /** 200 {reports, answered, missing}: the caller's texts in these reports. */
  route("GET", "/api/me/data/reports", "member", { query: ownReportsQuerySchema }, ({ caller, query }) =>
    readOwnReports(caller, query.ids),
  ),

  /** 200 {events, next}: what the caller has done in the history of reports, with the texts before their edits. */
  route("GET", "/api/me/data/events", "member", { query: ownEventsQuerySchema }, ({ caller, query }) =>
    readOwnEvents(caller, query.after),
  ),

  /** The reporter's edit: 200 {issue}; 403, 404, 409 too-late, conflict. */
  route(
    "PUT",
    "/api/issues/:id/texts",
    "member",
    { body: editReportSchema, storesText: true, reads: reportOf, reportLimit: "editReport" },
    ({ caller, documents, body }) => editReport(caller, documents.report, body, Date.now()),
  ),

  /** An admin's correction of title or priority: 200 {issue}; 404, 409 conflict. */
  route(
    "PUT",
    "/api/issues/:id/correction",
    "admin",
    { body: correctionSchema, storesText: true, reads: reportOf, reportLimit: "editReport" },
    ({ caller, documents, body }) => correctReport(caller, documents.report, body),
  ),

  /** The author's edit of an amendment: 200 {amendment}; 403, 404, 409 too-late, conflict, full. */
  route(
    "PUT",
    "/api/issues/:id/amendments/:amendmentId",
    "member",
    { body: editAmendmentSchema, storesText: true, reads: reportOf, reportLimit: "editReport" },
    ({ caller, documents, params, body }) =>
      editAmendment(caller, documents.report, params.amendmentId, body, Date.now()),
  ),

  /** 200 {events, earlier}: the events of a report before one of them; 404. */
  route(
    "GET",
    "/api/issues/:id/history",
    "member",
    {
      query: historyQuerySchema,
      reads: ({ params, query }) => ({ report: `issues/${params.id}`, before: `history/${query.before}` }),
    },
    ({ documents }) => readEarlierEvents(documents.report, documents.before),
  ),

  /** 200 {former}: the texts before an edit of a report or an amendment; 404. */
  route("GET", "/api/history/:eventId", "member", {}, ({ caller, params }) => readFormerTexts(caller, params.eventId)),

  /** 200; 404. The rules check it too. */
  route(
    "DELETE",
    "/api/issues/:id",
    "admin",
    { body: deleteSchema, reads: (input) => ({ ...reportOf(input), trash: `trash/${input.params.id}` }) },
    ({ caller, documents, newId }) => deleteReport(caller, documents.report, newId, new Date()),
  ),

  /** 200 {ids, total}: the reports of a list in its order, to export them in parts. */
  route(
    "GET",
    "/api/export",
    "admin",
    { query: idsQuerySchema, needsBoard: true, reads: ({ query, uid }) => readsForShow(query.filters.show, uid) },
    ({ caller, head, query, documents: { follows = null } }) =>
      startExport(board, head, query, { caller, follows, areas: head?.areas }),
  ),

  /** 200 {reports, answered, missing, changed}: whole reports, as many as fit. */
  route("GET", "/api/export/reports", "admin", { query: exportPartQuerySchema, needsBoard: true }, ({ head, query }) =>
    readExportPart(board, head, query),
  ),

  /** 200 {members, page, waiting, waitingTotal, admission, chat}. */
  route("GET", "/api/members", "admin", { query: membersQuerySchema }, ({ query }) => listMembers(query)),

  /** 200 {waiting}: the number of members who wait to be let in. */
  route("GET", "/api/members/waiting", "admin", {}, async () => ok({ waiting: await countWaiting() })),

  /** 200 {acts, page}: the log of admins' acts on members. No call changes it. */
  route("GET", "/api/members/log", "admin", { query: memberLogQuerySchema }, ({ query }) => listActs(query.page)),

  /** Sets who comes in: 200 {admission}. */
  route(
    "PUT",
    "/api/admission",
    "admin",
    { body: admissionSchema, reads: () => ({ setting: ADMISSION_PATH }) },
    ({ caller, documents, body }) => changeAdmission(caller, documents.setting, body.admission),
  ),

  /** 200 {areas}: the areas of the website. Members get them with the list. */
  route("GET", "/api/areas", "admin", { needsBoard: true }, ({ head }) => listAreas(head)),

  /** Replaces the areas of the website: 200 {areas}. */
  route(
    "PUT",
    "/api/areas",
    "admin",
    { body: areasSchema, needsBoard: true, reads: () => ({ board: "boards/main" }) },
    ({ head, body }) => changeAreas(head, body),
  ),

  /** Sets whether the chat gets titles: 200 {titles}; 404 if no chat is set up. */
  route(
    "PUT",
    "/api/chat",
    "admin",
    { body: chatSchema, reads: () => ({ setting: CHAT_PATH }) },
    ({ caller, documents, body }) => changeChatTitles(caller, documents.setting, body.titles),
  ),

  /** Sends a test message to the chat and waits: 200 {result, status}; 404 if no chat is set up. */
  route("POST", "/api/chat/test", "admin", { body: emptySchema }, ({ newId }) => testChat(newId)),

  /** 200 {token, expiresAt}: a link with which a member sets a new password. 403 for an admin's own or another; 404. */
  route("POST", "/api/members/:uid/reset-link", "admin", { body: emptySchema }, ({ caller, params }) =>
    makeResetLink(caller, params.uid),
  ),

  /** 200 {member}; 403 for the caller's own member, 404, 409 if somebody else changes the member at the same moment. */
  route("PUT", "/api/members/:uid", "admin", { body: memberChangeSchema }, ({ caller, params, body }) =>
    changeMember(caller, params.uid, body),
  ),

  /** 200 {entries, page}: deleted reports that can still be restored. */
  route("GET", "/api/trash", "admin", { query: trashQuerySchema }, ({ query }) => listTrash(query.page, new Date())),

  /** 200 {issue}; 404. */
  route(
    "POST",
    "/api/trash/:id/restore",
    "admin",
    { body: emptySchema, reads: (input) => ({ ...reportOf(input), trash: `trash/${input.params.id}` }) },
    ({ caller, documents }) => restoreReport(caller, documents, new Date()),
  ),

  /** 200 with the file; 304; 404. */
  route(
    "GET",
    "/api/attachments/:uid/:issueId/:fileId",
    "member",
    { reads: ({ params }) => readsOfAttachment(params) },
    ({ caller, params, documents, header }) => readAttachment(params, caller, documents, header("if-none-match")),
  ),
];
