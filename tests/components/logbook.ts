import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  type Amendment,
  amendmentSchema,
  attachmentUrl,
  COMPARATORS,
  changesQuerySchema,
  correctionSchema,
  countStats,
  createIssueSchema,
  credentialsSchema,
  DEFAULT_SORT,
  EDITABLE_FIELDS,
  type EditedField,
  ERROR_STATUS,
  type ErrorCode,
  editAmendmentSchema,
  editReportSchema,
  editTimeLeft,
  FIELDS_OF_OTHER_TYPE,
  type Filters,
  type FollowMode,
  filterMatcher,
  firstStatus,
  foldSearch,
  foldUsername,
  followSchema,
  type Issue,
  isNews,
  isStep,
  isUnanswered,
  LIMITS,
  listQuerySchema,
  MESSAGES,
  memberChangeSchema,
  membersQuerySchema,
  type NewsChange,
  newsSeenSchema,
  paginate,
  parseSearch,
  passwordChangeSchema,
  passwordSchema,
  type SavedView,
  type Show,
  type Sort,
  STATUS_LABELS,
  savedViewsSchema,
  searchHelpQuerySchema,
  searchMatcher,
  similarQuerySchema,
  sortIssues,
  stepSchema,
  toAmendmentSearch,
  toSimilar,
  toWire,
  trashQuerySchema,
  usernameProblem,
  voteSchema,
  type WireEvent,
  type WireFormerTexts,
  type WireMember,
  type WireNewsItem,
  type WireTrashEntry,
} from "@logbook/domain";
import type { z } from "zod";

export interface FakeMember extends WireMember {
  password: string;
  /** Grows by one when all the member's sessions are ended. An ID token that carries an earlier number is not valid. */
  sessionNumber: number;
}

export interface StoredFile {
  type: string;
  bytes: Buffer;
}

export interface Call {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  /** The caller's ID token, if there is one. */
  token: string | null;
}

/** The response to a call: JSON, or a stored file. */
export type CallResponse = { status: number; body: object } | { status: 200; file: StoredFile };

/**
 * A logbook in memory that responds like the API. It uses the domain's schemas, order, filters and counts, and
 * tests/api/fake-api.test.ts compares its responses with the API's. It has no security rules and no rate limits.
 */
export function createLogbook() {
  const members = new Map<string, FakeMember>();
  const reports = new Map<string, Issue>();
  const trash = new Map<string, { report: Issue; deletedBy: string; deletedAt: string; purgeAt: string }>();
  /** By the path of the API's call that serves the file. */
  const files = new Map<string, StoredFile>();
  const history = new Map<string, WireEvent[]>();
  /** By the member's id: when they voted for a report, by the report's id. */
  const ballots = new Map<string, Map<string, string>>();
  const follows = new Map<string, FakeFollows>();
  const savedViews = new Map<string, SavedView[]>();
  /** By the id of the edit in the history: the texts before the edit. */
  const formerTexts = new Map<string, WireFormerTexts["former"]>();
  let lastNumber = 0;
  let revision = 0;
  /** The time that `now` returned last, in milliseconds. */
  let lastMs = 0;

  /** The time in ISO format. Each call returns a later time, so that events have an order. */
  const now = (): string => {
    lastMs = Math.max(Date.now(), lastMs + 1);
    return new Date(lastMs).toISOString();
  };

  /** An ID token in Auth's format, without a valid signature. */
  const createIdToken = ({ id, sessionNumber }: FakeMember): string => {
    const nowInSeconds = Math.floor(Date.now() / 1000);
    const claims = {
      sub: id,
      user_id: id,
      sessionNumber,
      iat: nowInSeconds,
      auth_time: nowInSeconds,
      exp: nowInSeconds + 3600,
      jti: randomUUID(),
    };
    return ["header", JSON.stringify(claims), "none"].map((part) => Buffer.from(part).toString("base64url")).join(".");
  };

  /** The member to whom an ID token belongs; `null` if there is no token or member, or the session has ended. */
  const memberOf = (token: string | null): FakeMember | null => {
    if (token === null) return null;
    const { sub, sessionNumber } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString() || "{}");
    const member = members.get(sub);
    return member !== undefined && member.sessionNumber === sessionNumber ? member : null;
  };

  const addMember = (username: string, password: string, isAdmin = false): FakeMember => {
    const createdAt = now();
    const member = { id: randomUUID(), username, password, isAdmin, disabled: false, createdAt, sessionNumber: 0 };
    members.set(member.id, member);
    return member;
  };

  const memberByName = (username: string) =>
    [...members.values()].find((member) => foldUsername(member.username) === foldUsername(username));
  const matchingReports = (filters: Filters, caller: FakeMember): Issue[] => {
    const matchesSearch = searchMatcher(filters.search);
    const matchesFilters = filterMatcher(filters);
    /** By the tab above the list, which `filters.show` names. */
    const matchesShow: Record<Show, (report: Issue) => boolean> = {
      all: () => true,
      mine: ({ reporter }) => reporter === caller.username,
      following: ({ id }) => isFollowing(followsOf(caller), id),
      unanswered: isUnanswered,
    };
    const matching = [...reports.values()].filter(
      (report) => matchesFilters(report) && matchesSearch(report) && matchesShow[filters.show](report),
    );
    return sortIssues(matching);
  };
  const sortReports = (issues: Issue[], sort: Sort): Issue[] =>
    issues.toSorted((a, b) =>
      COMPARATORS[sort]({ ...a, isUnanswered: isUnanswered(a) }, { ...b, isUnanswered: isUnanswered(b) }),
    );
  const currentStats = () => countStats(reports.values());
  /** The fields by which the page asks later for the changes since a response. */
  const timeAndRevision = () => ({ asOf: now(), revision });
  const storeReport = (report: Issue): Issue => {
    reports.set(report.id, report);
    revision += 1;
    return report;
  };
  const recordEvent = (reportId: string, event: WireEvent) =>
    history.set(reportId, [...(history.get(reportId) ?? []), event]);
  /** The admin mark of a report or an amendment by this author. */
  const adminMark = ({ isAdmin }: FakeMember): { byAdmin?: true } => (isAdmin ? { byAdmin: true } : {});
  /** The follows of a member. The first call creates an empty entry, which callers can then change. */
  const followsOf = ({ id }: FakeMember): FakeFollows => {
    const memberFollows = follows.get(id) ?? { reports: new Map(), seen: new Map(), seenAt: "" };
    follows.set(id, memberFollows);
    return memberFollows;
  };
  const isFollowing = ({ reports }: FakeFollows, reportId: string) =>
    (reports.get(reportId)?.mode ?? "none") !== "none";
  const followAsAuthor = (member: FakeMember, reportId: string) => {
    const { reports } = followsOf(member);
    if (!reports.has(reportId)) reports.set(reportId, { mode: "all", since: now() });
  };
  /** The events of a report that can be news. The only news of a report in the trash is its deletion. */
  const changesOf = (report: Issue) => {
    const isInTrash = trash.has(report.id);
    const events = history.get(report.id) ?? [];
    // The last event of a report in the trash is its deletion.
    const fromEvents = (isInTrash ? events.slice(-1) : events).flatMap((event) => {
      const { kind, by, at } = event;
      // Filing a report is no news.
      if (kind === "created") return [];
      if (kind === "edited") return { kind, amendmentId: event.amendment ?? null, by, at };
      return kind === "deleted" ? { kind, isGone: isInTrash, by, at } : event;
    });
    const fromAmendments = report.amendments.map(({ id, createdBy, createdAt }) => ({
      kind: "amended" as const,
      amendmentId: id,
      by: createdBy,
      at: createdAt,
    }));
    return isInTrash ? fromEvents : [...fromEvents, ...fromAmendments];
  };
  const newsOf = (member: FakeMember) => {
    const { reports: followed, seen, seenAt } = followsOf(member);
    const news = [...followed].flatMap(([issueId, { mode, since }]): WireNewsItem[] => {
      const report = reports.get(issueId) ?? trash.get(issueId)?.report;
      if (report === undefined) return [];
      const { number, title } = report;
      return changesOf(report)
        .filter(({ kind, by, at }) => by !== member.username && at > since && isNews(kind as NewsChange["kind"], mode))
        .map((change) => {
          const isUnread = change.at > seenAt && change.at > (seen.get(issueId) ?? "");
          return { ...change, id: `${issueId} ${change.at}`, issueId, number, title, isUnread } as WireNewsItem;
        });
    });
    // The newest first.
    news.sort((a, b) => (a.at < b.at ? 1 : -1));
    const unread = news.filter(({ isUnread }) => isUnread);
    const oldestUnread = unread.at(-1);
    return {
      items: news.slice(0, LIMITS.newsPerResponse),
      unread: unread.length,
      unreadReports: [...new Set(unread.map(({ issueId }) => issueId))],
      unreadSince: oldestUnread?.at ?? null,
      following: Object.fromEntries([...followed].map(([id, { mode }]) => [id, mode])),
    };
  };
  /** The mark that ends the reporter's time for edits, if an admin makes the change. */
  const handledMark = ({ isAdmin }: FakeMember): { handledByAdmin?: true } => (isAdmin ? { handledByAdmin: true } : {});
  /** Records an edit: `former` has the edited texts before it, `details` the further fields of the event. */
  const recordEdit = (
    reportId: string,
    { by, at, former, details }: { by: string; at: string; former: WireFormerTexts["former"]; details: object },
  ) => {
    const id = randomUUID();
    formerTexts.set(id, former);
    const fields = Object.keys(former) as EditedField[];
    recordEvent(reportId, { kind: "edited", id, fields, by, at, ...details });
  };
  /**
   * Refuses an edit if the text was edited after the caller had opened it. `from` is the text's `editedAt` when the
   * caller opened it, or "" if the text had never been edited.
   */
  const refuseIfEditedSince = (from: string | undefined, { editedAt = "" }: Pick<Amendment, "editedAt">) => {
    if (from !== undefined && from !== editedAt) throw new Refusal("conflict", EDITED_MEANWHILE);
  };
  /** Changes texts and priority of a report. */
  const editTexts = (
    report: Issue,
    by: string,
    { from, ...texts }: Partial<Issue> & { from?: string | undefined },
    mark: { handledByAdmin?: true },
  ): Issue => {
    const fieldsOfOtherType: readonly string[] = FIELDS_OF_OTHER_TYPE[report.type];
    const changedFields = EDITABLE_FIELDS.filter(
      (field) => texts[field] !== undefined && texts[field] !== report[field] && !fieldsOfOtherType.includes(field),
    );
    if (changedFields.length === 0) return report;
    refuseIfEditedSince(from, report);
    const at = now();
    const changedFieldsOf = (source: Partial<Issue>) =>
      Object.fromEntries(changedFields.map((field) => [field, source[field]]));
    // For title and priority the history shows the value before the edit and the one after.
    const shownFields = (["title", "priority"] as const).filter((field) => changedFields.includes(field));
    const details = Object.fromEntries(shownFields.map((field) => [field, { from: report[field], to: texts[field] }]));
    recordEdit(report.id, { by, at, former: changedFieldsOf(report), details });
    return storeReport({ ...report, ...changedFieldsOf(texts), ...mark, editedAt: at, updatedAt: at });
  };
  const toUser = ({ id, username, isAdmin }: FakeMember) => ({ id, username, isAdmin });
  /** The body of a login's response. The token stands for Auth's custom token; `sessionOf` finds the member by it. */
  const newSession = (member: FakeMember) => ({ user: toUser(member), token: `custom:${member.id}` });
  const toMember = ({ password: _, sessionNumber: __, ...member }: FakeMember): WireMember => member;

  /** The first route that matches a call handles it, so `/api/issues/changes` has to stand before `/api/issues/:id`. */
  const ROUTES: Route[] = [
    route("POST", "/api/auth/register", "anyone", credentialsSchema, ({ input: { username, password } }) => {
      const problem = usernameProblem(username);
      if (problem !== null) throw new Refusal("bad-username", problem);
      const weakness = passwordSchema.safeParse(password).error?.issues[0];
      if (weakness !== undefined) throw new Refusal("weak-password", weakness.message);
      if (memberByName(username) !== undefined) throw new Refusal("username-taken", MESSAGES.usernameTaken);
      return created(newSession(addMember(username, password)));
    }),
    route("POST", "/api/auth/login", "anyone", credentialsSchema, ({ input: { username, password } }) => {
      const member = memberByName(username);
      if (member?.password !== password) throw new Refusal("invalid-credentials", MESSAGES.invalidCredentials);
      if (member.disabled) throw new Refusal("disabled", "This account has been disabled. Please ask an admin.");
      return ok(newSession(member));
    }),
    route("POST", "/api/auth/password", "member", passwordChangeSchema, ({ caller, input }) => {
      if (caller.password !== input.currentPassword)
        throw new Refusal("wrong-password", "The current password is not right. Please type it again.");
      Object.assign(caller, { password: input.newPassword, sessionNumber: caller.sessionNumber + 1 });
      return ok({ token: `custom:${caller.id}` });
    }),
    route("POST", "/api/auth/sign-out-everywhere", "member", null, ({ caller }) => {
      caller.sessionNumber += 1;
      return ok({});
    }),
    route("GET", "/api/me", "member", null, ({ caller }) => ok({ user: toUser(caller) })),
    route("GET", "/api/issues", "member", listQuerySchema, ({ caller, input }) => {
      const groupByType = (issues: Issue[]) => ({
        bugs: issues.filter(({ type }) => type === "bug").map(toWire),
        features: issues.filter(({ type }) => type === "feature").map(toWire),
      });
      // A request without a query gets all reports.
      if (input === null) return ok(groupByType(sortIssues([...reports.values()])));
      const matching = sortReports(matchingReports(input.filters, caller), input.sort);
      const { items, page } = paginate(matching, input.page, input.pageSize);
      // Bugs and features are sent apart, so an order other than the specification's is sent as a list of ids.
      const order = input.sort === DEFAULT_SORT ? {} : { order: items.map(({ id }) => id) };
      return ok({ ...groupByType(items), page, ...order, stats: currentStats(), ...timeAndRevision() });
    }),
    route("GET", "/api/issues/changes", "member", changesQuerySchema, ({ caller, input: { filters, since, ids } }) => {
      const matching = matchingReports(filters, caller);
      const newReports = matching.filter(({ id, createdAt }) => createdAt > since && !ids.includes(id));
      return ok({
        issues: [...new Set(ids)].flatMap((id) => reports.get(id) ?? []).map(toWire),
        fresh: newReports.slice(0, LIMITS.freshPerResponse).map(toWire),
        freshTotal: newReports.length,
        total: matching.length,
        stats: currentStats(),
        ...timeAndRevision(),
      });
    }),
    route("GET", "/api/issues/:id", "member", null, ({ params: [id = ""] }) =>
      ok({ issue: toWire(requireReport(id)) }),
    ),
    route("GET", "/api/reports/similar", "member", similarQuerySchema, ({ input: { title } }) => {
      // This is simpler than the API: a report is similar if its title has at least half of the new title's words.
      const words = foldSearch(title).split(/\s+/);
      const countCommonWords = ({ title }: Issue) => words.filter((word) => foldSearch(title).includes(word)).length;
      const similar = [...reports.values()].filter((report) => 2 * countCommonWords(report) >= words.length);
      similar.sort((a, b) => countCommonWords(b) - countCommonWords(a));
      return ok({ issues: similar.slice(0, LIMITS.similarReports).map(toSimilar) });
    }),
    route("GET", "/api/reports/search-help", "member", searchHelpQuerySchema, ({ caller, input: filters }) => {
      const search = filters.search.trim();
      const alreadySearchesAmendments = parseSearch(search).operators?.inAmendments === true;
      const amendmentMatches =
        search === "" || alreadySearchesAmendments
          ? []
          : matchingReports({ ...filters, show: "all", search: toAmendmentSearch(search) }, caller);
      // This is simpler than the API: it suggests a title's word that differs only in its last two letters.
      const words = [...reports.values()].flatMap(({ title }) => foldSearch(title).split(/\s+/));
      const suggestion = words.find((word) => word.length > 4 && word.slice(0, -2) === foldSearch(search).slice(0, -2));
      return ok({ didYouMean: suggestion ?? null, inAmendments: amendmentMatches.length });
    }),
    route("GET", "/api/reports/:numberOrId", "member", null, ({ params: [numberOrId = ""] }) => {
      const reportWithNumber = [...reports.values()].find(({ number }) => String(number) === numberOrId);
      const report = reportWithNumber ?? requireReport(numberOrId);
      const creation: WireEvent = { kind: "created", by: report.reporter, at: report.createdAt };
      const events = [creation, ...(history.get(report.id) ?? [])];
      const followers = [...follows.values()].filter((memberFollows) => isFollowing(memberFollows, report.id)).length;
      return ok({ issue: toWire(report), events, followers, ...timeAndRevision() });
    }),
    route("POST", "/api/issues", "member", createIssueSchema, ({ caller, input }) => {
      const { userId: _, username: __, reporter: ___, id = randomUUID(), ...fields } = input;
      // The API does not store the texts of fields that only the other type has.
      for (const field of FIELDS_OF_OTHER_TYPE[fields.type]) fields[field] = "";
      // A call that is sent again gets the report that the first call has filed.
      const existing = reports.get(id);
      if (existing !== undefined) {
        const isSame = isDeepStrictEqual({ ...existing, ...fields }, existing);
        if (!isSame) throw new Refusal("already-exists", "It exists.");
        return created({ issue: toWire(existing) });
      }
      const createdAt = now();
      lastNumber += 1;
      const report: Issue = {
        ...fields,
        id,
        number: lastNumber,
        status: firstStatus(fields.type),
        reporter: caller.username,
        ...adminMark(caller),
        amendments: [],
        votes: 0,
        createdAt,
        updatedAt: createdAt,
      };
      followAsAuthor(caller, id);
      return created({ issue: toWire(storeReport(report)) });
    }),
    route("POST", "/api/issues/amendment", "member", amendmentSchema, ({ caller, input }) => {
      const report = requireReport(input.issueId);
      const id = input.id ?? randomUUID();
      // A call that is sent again adds no second amendment.
      const existing = report.amendments.find((amendment) => amendment.id === id);
      if (existing !== undefined) return created({ amendment: existing });
      const createdAt = now();
      const amendment: Amendment = {
        id,
        text: input.text,
        createdBy: caller.username,
        createdAt,
        ...adminMark(caller),
      };
      followAsAuthor(caller, report.id);
      const amendments = [...report.amendments, amendment];
      storeReport({ ...report, amendments, updatedAt: createdAt, ...handledMark(caller) });
      return created({ amendment });
    }),
    route("PUT", "/api/issues/:id", "admin", stepSchema, ({ caller, params: [id = ""], input: { status, from } }) => {
      const report = requireReport(id);
      const label = STATUS_LABELS[report.status];
      if (from !== undefined && from !== report.status)
        throw new Refusal(
          "conflict",
          `Someone else has changed this report in the meantime; it is ${label} now. Please look again before you move it.`,
        );
      if (!isStep(report.type, report.status, status))
        throw new Refusal(
          "not-a-step",
          `A ${report.type} that is ${label} cannot be marked as ${STATUS_LABELS[status]}. Please go one step forward or back.`,
        );
      const at = now();
      recordEvent(id, { kind: "status", from: report.status, to: status, by: caller.username, at });
      return ok({ issue: toWire(storeReport({ ...report, status, updatedAt: at, handledByAdmin: true })) });
    }),
    route("PUT", "/api/issues/:id/texts", "member", editReportSchema, ({ caller, params: [id = ""], input }) => {
      const report = requireReport(id);
      if (report.reporter !== caller.username)
        throw new Refusal(
          "forbidden",
          "Only its reporter can edit a report. Please write what you would change as an amendment.",
        );
      if (report.handledByAdmin)
        throw new Refusal(
          "too-late",
          "An admin has answered this report or changed it, so it can no longer be edited. Please add what has changed as an amendment.",
        );
      if (editTimeLeft(report, Date.now()) === 0)
        throw new Refusal(
          "too-late",
          "You can edit a report for 15 minutes after filing it. That time is over: please add what has changed as an amendment.",
        );
      const { userId: _, ...texts } = input;
      return ok({ issue: toWire(editTexts(report, caller.username, texts, {})) });
    }),
    route("PUT", "/api/issues/:id/correction", "admin", correctionSchema, ({ caller, params: [id = ""], input }) => {
      const { userId: _, ...texts } = input;
      const corrected = editTexts(requireReport(id), caller.username, texts, handledMark(caller));
      return ok({ issue: toWire(corrected) });
    }),
    route(
      "PUT",
      "/api/issues/:id/amendments/:amendmentId",
      "member",
      editAmendmentSchema,
      ({ caller, params: [id = "", amendmentId = ""], input: { text, from } }) => {
        const report = requireReport(id);
        const amendment = report.amendments.find((candidate) => candidate.id === amendmentId);
        if (amendment === undefined)
          throw new Refusal("not-found", "There is no such amendment. Please reload the page.");
        if (amendment.createdBy !== caller.username)
          throw new Refusal("forbidden", "Only its author can edit an amendment. Please write one of your own.");
        if (amendment.text === text) return ok({ amendment });
        if (editTimeLeft(amendment, Date.now()) === 0)
          throw new Refusal(
            "too-late",
            "You can edit an amendment for 15 minutes after adding it. That time is over: please add another one.",
          );
        refuseIfEditedSince(from, amendment);
        const at = now();
        const former = { text: amendment.text };
        recordEdit(id, { by: caller.username, at, former, details: { amendment: amendmentId } });
        const edited = { ...amendment, text, editedAt: at };
        const amendments = report.amendments.with(report.amendments.indexOf(amendment), edited);
        storeReport({ ...report, amendments, updatedAt: at, ...handledMark(caller) });
        return ok({ amendment: edited });
      },
    ),
    route("GET", "/api/history/:eventId", "member", null, ({ params: [eventId = ""] }) => {
      const former = formerTexts.get(eventId);
      if (former === undefined)
        throw new Refusal("not-found", "There is no such edit in the history. Please reload the page.");
      return ok({ former });
    }),
    route("PUT", "/api/issues/:id/vote", "member", voteSchema, ({ caller, params: [id = ""], input: { voted } }) => {
      const report = requireReport(id);
      const ballot = ballots.get(caller.id) ?? new Map<string, string>();
      ballots.set(caller.id, ballot);
      if (ballot.has(id) !== voted) {
        // A vote also follows the report, unless the member follows it already.
        const followed = followsOf(caller).reports;
        const following = followed.get(id);
        if (voted) {
          const since = now();
          if (following === undefined) followed.set(id, { mode: "all", since });
          ballot.set(id, since);
        } else {
          // Only a following that began with the vote ends with it.
          if (following?.mode === "all" && following.since === ballot.get(id)) followed.delete(id);
          ballot.delete(id);
        }
        storeReport({ ...report, votes: report.votes + (voted ? 1 : -1) });
      }
      return ok({ voted });
    }),
    route("GET", "/api/me/votes", "member", null, ({ caller }) =>
      ok({ voted: [...(ballots.get(caller.id)?.keys() ?? [])] }),
    ),
    route("PUT", "/api/issues/:id/follow", "member", followSchema, ({ caller, params: [id = ""], input: { mode } }) => {
      followsOf(caller).reports.set(requireReport(id).id, { mode, since: now() });
      return ok({ mode });
    }),
    route("GET", "/api/me/news", "member", null, ({ caller }) => ok({ ...newsOf(caller), ...timeAndRevision() })),
    route("PUT", "/api/me/news", "member", newsSeenSchema, ({ caller, input: { until, issueId } }) => {
      const callerFollows = followsOf(caller);
      // Without a report's id the caller has seen all news.
      if (issueId === undefined) Object.assign(callerFollows, { seenAt: until, seen: new Map() });
      else callerFollows.seen.set(issueId, until);
      return ok({});
    }),
    route("GET", "/api/me/views", "member", null, ({ caller }) => ok({ views: savedViews.get(caller.id) ?? [] })),
    route("PUT", "/api/me/views", "member", savedViewsSchema, ({ caller, input: { views } }) => {
      savedViews.set(caller.id, views);
      return ok({ views });
    }),
    route("DELETE", "/api/issues/:id", "admin", null, ({ caller, params: [id = ""] }) => {
      const report = requireReport(id);
      const purgeAt = new Date(Date.now() + LIMITS.trashDays * 24 * 60 * 60_000).toISOString();
      reports.delete(id);
      const deletedAt = now();
      recordEvent(id, { kind: "deleted", by: caller.username, at: deletedAt });
      trash.set(id, { report, deletedBy: caller.username, deletedAt, purgeAt });
      revision += 1;
      return ok({});
    }),
    route("GET", "/api/members", "admin", membersQuerySchema, ({ input }) => {
      const search = foldUsername(input.search);
      const matching = [...members.values()]
        .filter(({ username }) => foldUsername(username).includes(search))
        .sort((a, b) => (foldUsername(a.username) < foldUsername(b.username) ? -1 : 1));
      const { items, page } = paginate(matching, input.page, LIMITS.adminPageSize);
      return ok({ members: items.map(toMember), page });
    }),
    route("PUT", "/api/members/:uid", "admin", memberChangeSchema, ({ params: [uid = ""], input }) => {
      const member = members.get(uid);
      if (member === undefined) throw new Refusal("not-found", "There is no such member. Please reload the list.");
      Object.assign(member, input);
      if (input.disabled === true) member.sessionNumber += 1;
      return ok({ member: toMember(member) });
    }),
    route("GET", "/api/trash", "admin", trashQuerySchema, ({ input }) => {
      const newestFirst = [...trash.values()].reverse();
      const entries = newestFirst.map(
        ({ report: { id, type, title, reporter }, ...deletion }): WireTrashEntry => ({
          id,
          type,
          title,
          reporter,
          ...deletion,
        }),
      );
      const { items, page } = paginate(entries, input.page, LIMITS.adminPageSize);
      return ok({ entries: items, page });
    }),
    route("POST", "/api/trash/:id/restore", "admin", null, ({ caller, params: [id = ""] }) => {
      const entry = trash.get(id);
      if (entry === undefined)
        throw new Refusal(
          "not-found",
          "This report is no longer in the trash, so it cannot be restored. Please reload.",
        );
      trash.delete(id);
      const at = now();
      recordEvent(id, { kind: "restored", by: caller.username, at });
      return ok({ issue: toWire(storeReport({ ...entry.report, updatedAt: at })) });
    }),
    route("GET", "/api/attachments/:uid/:issueId/:fileId", "member", null, ({ params }) => {
      const [uid = "", issueId = "", fileId = ""] = params;
      const file = files.get(attachmentUrl({ uid, issueId, fileId }));
      if (file === undefined)
        throw new Refusal("not-found", "There is no such attachment. It may have been deleted with its report.");
      return { status: 200, file };
    }),
  ];

  function requireReport(id: string): Issue {
    const report = reports.get(id);
    if (report !== undefined) return report;
    throw new Refusal("not-found", "There is no such report. It may have been deleted; please reload the list.");
  }

  function answer({ method, path, query, body, token }: Call): CallResponse {
    try {
      for (const candidate of ROUTES) {
        const match = candidate.method === method ? candidate.pattern.exec(path) : null;
        if (match === null) continue;
        const caller = memberOf(token);
        if (candidate.audience !== "anyone" && caller === null)
          throw new Refusal("unauthenticated", "Please sign in. The session is missing, not valid or has ended.");
        if (caller?.disabled) throw new Refusal("disabled", "This account has been disabled. Please ask an admin.");
        if (candidate.audience === "admin" && !caller?.isAdmin)
          throw new Refusal("forbidden", `${MESSAGES.onlyAdmins}.`);
        const input = candidate.schema?.safeParse(method === "GET" ? query : (body ?? {}));
        if (input?.success === false) {
          const error = input.error.issues[0]!.message;
          throw new Refusal(error === MESSAGES.fillAllFields ? "missing-fields" : "bad-request", error);
        }
        // `caller` may be `null` on routes for anyone, which do not read it.
        return candidate.handle({ caller: caller!, input: input?.data, params: match.slice(1) });
      }
      throw new Refusal("not-found", "There is no such call.");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { status: ERROR_STATUS[error.code], body: { success: false, error: error.message, code: error.code } };
    }
  }

  return {
    answer,
    addMember,
    /** The member to whom a token `custom:{id}` or `refresh:{id}` belongs, with a new ID token. */
    sessionOf(token: string): { member: FakeMember; idToken: string } | null {
      const member = members.get(token.split(":")[1] ?? "");
      return member === undefined ? null : { member, idToken: createIdToken(member) };
    },
    memberOf,
    storeReport,
    reports: (): Issue[] => [...reports.values()],
    /** Stores an uploaded file under its path in Storage, `attachments/{uid}/{issueId}/{fileId}`. */
    storeFile: (path: string, file: StoredFile) => void files.set(`/api/${path}`, file),
    /** Deletes everything but the members with these ids. */
    empty(keptIds: readonly string[]) {
      for (const id of members.keys()) if (!keptIds.includes(id)) members.delete(id);
      for (const data of [reports, trash, files, history, formerTexts, ballots, follows, savedViews]) data.clear();
    },
  };
}

export type Logbook = ReturnType<typeof createLogbook>;

interface Following {
  mode: FollowMode;
  since: string;
}

/** The follows of a member, and the times until which they have seen the news: of single reports, and of all. */
interface FakeFollows {
  reports: Map<string, Following>;
  seen: Map<string, string>;
  seenAt: string;
}

const EDITED_MEANWHILE =
  "This text was edited after you opened it. Please compare it with yours, which has not been lost, and save again.";

/** A route throws this to respond with a failure. */
class Refusal extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

interface RouteRequest<Input> {
  caller: FakeMember;
  input: Input;
  params: string[];
}

interface Route {
  method: string;
  pattern: RegExp;
  audience: "anyone" | "member" | "admin";
  schema: z.ZodType | null;
  // biome-ignore lint/suspicious/noExplicitAny: each route's own schema has parsed its input
  handle(request: RouteRequest<any>): CallResponse;
}

function route<S extends z.ZodType | null>(
  method: string,
  path: string,
  audience: Route["audience"],
  schema: S,
  handle: (request: RouteRequest<S extends z.ZodType ? z.output<S> : undefined>) => CallResponse,
): Route {
  return { method, pattern: new RegExp(`^${path.replace(/:\w+/g, "([^/]+)")}$`), audience, schema, handle };
}

const ok = (body: object): CallResponse => ({ status: 200, body: { success: true, ...body } });
const created = (body: object): CallResponse => ({ status: 201, body: { success: true, ...body } });
