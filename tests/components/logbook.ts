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

/** A member as the fake stores them. `session` counts how often all the member's sessions have been ended. */
export interface FakeMember extends WireMember {
  password: string;
  session: number;
}

/** An uploaded file. */
export interface StoredFile {
  type: string;
  bytes: Buffer;
}

/** A call of the API; `token` is an ID token of the fake, or `null`. */
export interface Call {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  token: string | null;
}

/** The response to a call: JSON, or a stored file. */
export type CallResponse = { status: number; body: object } | { status: 200; file: StoredFile };

/**
 * A logbook in memory that answers like the API, with the domain's schemas, order, filters and counts
 * (tests/api/fake-api.test.ts compares its responses with the API's). It is for tests of the page: it has no rules, no
 * limits and no persistent storage.
 */
export function createLogbook() {
  const members = new Map<string, FakeMember>();
  const reports = new Map<string, Issue>();
  const trash = new Map<string, { report: Issue; deletedBy: string; deletedAt: string; purgeAt: string }>();
  const files = new Map<string, StoredFile>();
  const history = new Map<string, WireEvent[]>();
  const ballots = new Map<string, Map<string, string>>();
  const follows = new Map<string, FakeFollows>();
  const savedViews = new Map<string, SavedView[]>();
  const formerTexts = new Map<string, WireFormerTexts["former"]>();
  let lastNumber = 0;
  let revision = 0;
  let lastMs = 0;

  /** The time as an ISO instant, never the same twice, so that the order of events is always certain. */
  const now = (): string => {
    lastMs = Math.max(Date.now(), lastMs + 1);
    return new Date(lastMs).toISOString();
  };

  /** An ID token in Auth's format, without a valid signature. */
  const idToken = ({ id, session }: FakeMember): string => {
    const second = Math.floor(Date.now() / 1000);
    const claims = {
      sub: id,
      user_id: id,
      session,
      iat: second,
      auth_time: second,
      exp: second + 3600,
      jti: randomUUID(),
    };
    return ["header", JSON.stringify(claims), "none"].map((part) => Buffer.from(part).toString("base64url")).join(".");
  };

  /** The member to whom an ID token belongs; `null` if the session has ended. */
  const memberOf = (token: string | null): FakeMember | null => {
    if (token === null) return null;
    const { sub, session } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString() || "{}");
    const member = members.get(sub);
    return member !== undefined && member.session === session ? member : null;
  };

  const addMember = (username: string, password: string, isAdmin = false): FakeMember => {
    const createdAt = now();
    const member = { id: randomUUID(), username, password, isAdmin, disabled: false, createdAt, session: 0 };
    members.set(member.id, member);
    return member;
  };

  const memberByName = (username: string) =>
    [...members.values()].find((member) => foldUsername(member.username) === foldUsername(username));
  const matchingReports = (filters: Filters, caller: FakeMember): Issue[] => {
    const matches = searchMatcher(filters.search);
    const fits = filterMatcher(filters);
    const following = followsOf(caller).reports;
    const shows: Record<Show, (one: Issue) => boolean> = {
      all: () => true,
      mine: ({ reporter }) => reporter === caller.username,
      following: ({ id }) => (following.get(id)?.mode ?? "none") !== "none",
      unanswered: isUnanswered,
    };
    return sortIssues([...reports.values()].filter((one) => fits(one) && matches(one) && shows[filters.show](one)));
  };
  const sortReports = (issues: Issue[], sort: Sort): Issue[] =>
    issues.toSorted((a, b) =>
      COMPARATORS[sort]({ ...a, isUnanswered: isUnanswered(a) }, { ...b, isUnanswered: isUnanswered(b) }),
    );
  const stats = () => countStats(reports.values());
  const asOf = () => ({ asOf: now(), revision });
  const store = (report: Issue): Issue => {
    reports.set(report.id, report);
    revision += 1;
    return report;
  };
  const record = (id: string, event: WireEvent) => history.set(id, [...(history.get(id) ?? []), event]);
  const adminMark = ({ isAdmin }: FakeMember): { byAdmin?: true } => (isAdmin ? { byAdmin: true } : {});
  const followsOf = ({ id }: FakeMember): FakeFollows => {
    const own = follows.get(id) ?? { reports: new Map(), seen: new Map(), seenAt: "" };
    follows.set(id, own);
    return own;
  };
  const followOwnWrite = (member: FakeMember, id: string) => {
    const { reports } = followsOf(member);
    if (!reports.has(id)) reports.set(id, { mode: "all", since: now() });
  };
  const newsOf = (member: FakeMember) => {
    const { reports: following, seen, seenAt } = followsOf(member);
    const news = [...following].flatMap(([issueId, { mode, since }]): WireNewsItem[] => {
      const report = reports.get(issueId) ?? trash.get(issueId)?.report;
      if (report === undefined) return [];
      const isGone = trash.has(issueId);
      const { number, title, amendments } = report;
      const events = history.get(issueId) ?? [];
      const changes = [
        // The only news of a deleted report is its deletion.
        ...(isGone ? events.slice(-1) : events).flatMap((event) => {
          const { kind, by, at } = event;
          if (kind === "created") return [];
          if (kind === "edited") return { kind, amendmentId: event.amendment ?? null, by, at };
          return kind === "deleted" ? { kind, isGone, by, at } : event;
        }),
        ...(isGone ? [] : amendments).map(({ id, createdBy, createdAt }) => ({
          kind: "amended" as const,
          amendmentId: id,
          by: createdBy,
          at: createdAt,
        })),
      ];
      return changes
        .filter(({ kind, by, at }) => by !== member.username && at > since && isNews(kind as NewsChange["kind"], mode))
        .map((change) => {
          const isUnread = change.at > seenAt && change.at > (seen.get(issueId) ?? "");
          return { ...change, id: `${issueId} ${change.at}`, issueId, number, title, isUnread } as WireNewsItem;
        });
    });
    news.sort((a, b) => (a.at < b.at ? 1 : -1));
    const unread = news.filter(({ isUnread }) => isUnread);
    return {
      items: news.slice(0, LIMITS.newsPerResponse),
      unread: unread.length,
      unreadReports: [...new Set(unread.map(({ issueId }) => issueId))],
      unreadSince: unread.at(-1)?.at ?? null,
      following: Object.fromEntries([...following].map(([id, { mode }]) => [id, mode])),
    };
  };
  const handledMark = ({ isAdmin }: FakeMember): { handledByAdmin?: true } => (isAdmin ? { handledByAdmin: true } : {});
  /** Records an edit and stores the texts from before the edit. */
  const recordEdit = (id: string, by: string, at: string, former: WireFormerTexts["former"], rest: object) => {
    const event = randomUUID();
    formerTexts.set(event, former);
    const fields = Object.keys(former) as EditedField[];
    record(id, { kind: "edited", id: event, fields, by, at, ...rest });
  };
  /** Changes texts and priority of a report; refused if they were edited since `from`. */
  const editTexts = (
    report: Issue,
    by: string,
    { from, ...texts }: Partial<Issue> & { from?: string | undefined },
    mark: object,
  ): Issue => {
    const foreign: readonly string[] = FIELDS_OF_OTHER_TYPE[report.type];
    const changed = EDITABLE_FIELDS.filter(
      (field) => texts[field] !== undefined && texts[field] !== report[field] && !foreign.includes(field),
    );
    if (changed.length === 0) return report;
    if (from !== undefined && from !== (report.editedAt ?? "")) throw new Refusal("conflict", EDITED_MEANWHILE);
    const at = now();
    const changedFieldsOf = (report: Partial<Issue>) =>
      Object.fromEntries(changed.map((field) => [field, report[field]]));
    const changes = (["title", "priority"] as const).filter((field) => changed.includes(field));
    recordEdit(
      report.id,
      by,
      at,
      changedFieldsOf(report),
      Object.fromEntries(changes.map((field) => [field, { from: report[field], to: texts[field] }])),
    );
    return store({ ...report, ...changedFieldsOf(texts), ...mark, editedAt: at, updatedAt: at });
  };
  const toUser = ({ id, username, isAdmin }: FakeMember) => ({ id, username, isAdmin });
  const newSession = (member: FakeMember) => ({ user: toUser(member), token: `custom:${member.id}` });
  const toMember = ({ password: _, session: __, ...member }: FakeMember): WireMember => member;

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
      Object.assign(caller, { password: input.newPassword, session: caller.session + 1 });
      return ok({ token: `custom:${caller.id}` });
    }),
    route("POST", "/api/auth/sign-out-everywhere", "member", null, ({ caller }) => {
      caller.session += 1;
      return ok({});
    }),
    route("GET", "/api/me", "member", null, ({ caller }) => ok({ user: toUser(caller) })),
    route("GET", "/api/issues", "member", listQuerySchema, ({ caller, input }) => {
      const page =
        input && paginate(sortReports(matchingReports(input.filters, caller), input.sort), input.page, input.pageSize);
      const order = input === null || input.sort === DEFAULT_SORT ? {} : { order: page!.items.map(({ id }) => id) };
      const items = page?.items ?? sortIssues([...reports.values()]);
      const itemsOf = (type: Issue["type"]) => items.filter((one) => one.type === type).map(toWire);
      const rest = page === null ? {} : { page: page.page, ...order, stats: stats(), ...asOf() };
      return ok({ bugs: itemsOf("bug"), features: itemsOf("feature"), ...rest });
    }),
    route("GET", "/api/issues/changes", "member", changesQuerySchema, ({ caller, input: { filters, since, ids } }) => {
      const all = matchingReports(filters, caller);
      const fresh = all.filter(({ id, createdAt }) => createdAt > since && !ids.includes(id));
      return ok({
        issues: [...new Set(ids)].flatMap((id) => reports.get(id) ?? []).map(toWire),
        fresh: fresh.slice(0, LIMITS.freshPerResponse).map(toWire),
        freshTotal: fresh.length,
        total: all.length,
        stats: stats(),
        ...asOf(),
      });
    }),
    route("GET", "/api/issues/:id", "member", null, ({ params: [id = ""] }) => ok({ issue: toWire(reportBy(id)) })),
    route("GET", "/api/reports/similar", "member", similarQuerySchema, ({ input: { title } }) => {
      // This is simpler than the API: a report is similar if its title has at least half of the words.
      const words = foldSearch(title).split(/\s+/);
      const countHits = ({ title }: Issue) => words.filter((word) => foldSearch(title).includes(word)).length;
      const found = [...reports.values()].filter((one) => 2 * countHits(one) >= words.length);
      found.sort((a, b) => countHits(b) - countHits(a));
      return ok({ issues: found.slice(0, LIMITS.similarReports).map(toSimilar) });
    }),
    route("GET", "/api/reports/search-help", "member", searchHelpQuerySchema, ({ caller, input: filters }) => {
      const search = filters.search.trim();
      const hasNothingToCount = search === "" || parseSearch(search).operators?.inAmendments === true;
      const inNotes = hasNothingToCount
        ? []
        : matchingReports({ ...filters, show: "all", search: toAmendmentSearch(search) }, caller);
      // This is simpler than the API: it suggests a title's word that differs only in its last two letters.
      const words = [...reports.values()].flatMap(({ title }) => foldSearch(title).split(/\s+/));
      const suggestion = words.find((word) => word.length > 4 && word.slice(0, -2) === foldSearch(search).slice(0, -2));
      return ok({ didYouMean: suggestion ?? null, inAmendments: inNotes.length });
    }),
    route("GET", "/api/reports/:numberOrId", "member", null, ({ params: [numberOrId = ""] }) => {
      const numbered = [...reports.values()].find(({ number }) => String(number) === numberOrId);
      const report = numbered ?? reportBy(numberOrId);
      const created: WireEvent = { kind: "created", by: report.reporter, at: report.createdAt };
      const events = [created, ...(history.get(report.id) ?? [])];
      const isFollower = ({ reports }: FakeFollows) => (reports.get(report.id)?.mode ?? "none") !== "none";
      const followers = [...follows.values()].filter(isFollower).length;
      return ok({ issue: toWire(report), events, followers, ...asOf() });
    }),
    route("POST", "/api/issues", "member", createIssueSchema, ({ caller, input }) => {
      const { userId: _, username: __, reporter: ___, id = randomUUID(), ...fields } = input;
      for (const field of FIELDS_OF_OTHER_TYPE[fields.type]) fields[field] = "";
      const known = reports.get(id);
      if (known !== undefined) {
        if (!isDeepStrictEqual({ ...known, ...fields }, known)) throw new Refusal("already-exists", "It exists.");
        return created({ issue: toWire(known) });
      }
      const createdAt = now();
      lastNumber += 1;
      const first = { id, number: lastNumber, status: firstStatus(fields.type), reporter: caller.username };
      const report: Issue = {
        ...fields,
        ...first,
        ...adminMark(caller),
        amendments: [],
        votes: 0,
        createdAt,
        updatedAt: createdAt,
      };
      followOwnWrite(caller, id);
      return created({ issue: toWire(store(report)) });
    }),
    route("POST", "/api/issues/amendment", "member", amendmentSchema, ({ caller, input }) => {
      const report = reportBy(input.issueId);
      const id = input.id ?? randomUUID();
      const known = report.amendments.find((one) => one.id === id);
      if (known !== undefined) return created({ amendment: known });
      const createdAt = now();
      const amendment: Amendment = {
        id,
        text: input.text,
        createdBy: caller.username,
        createdAt,
        ...adminMark(caller),
      };
      followOwnWrite(caller, report.id);
      const amendments = [...report.amendments, amendment];
      store({ ...report, amendments, updatedAt: createdAt, ...handledMark(caller) });
      return created({ amendment });
    }),
    route("PUT", "/api/issues/:id", "admin", stepSchema, ({ caller, params: [id = ""], input: { status, from } }) => {
      const report = reportBy(id);
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
      record(id, { kind: "status", from: report.status, to: status, by: caller.username, at });
      return ok({ issue: toWire(store({ ...report, status, updatedAt: at, handledByAdmin: true })) });
    }),
    route("PUT", "/api/issues/:id/texts", "member", editReportSchema, ({ caller, params: [id = ""], input }) => {
      const report = reportBy(id);
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
      return ok({ issue: toWire(editTexts(reportBy(id), caller.username, texts, { handledByAdmin: true })) });
    }),
    route(
      "PUT",
      "/api/issues/:id/amendments/:amendmentId",
      "member",
      editAmendmentSchema,
      ({ caller, params: [id = "", amendmentId = ""], input: { text, from } }) => {
        const report = reportBy(id);
        const amendment = report.amendments.find((one) => one.id === amendmentId);
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
        if (from !== undefined && from !== (amendment.editedAt ?? "")) throw new Refusal("conflict", EDITED_MEANWHILE);
        const at = now();
        recordEdit(id, caller.username, at, { text: amendment.text }, { amendment: amendmentId });
        const edited = { ...amendment, text, editedAt: at };
        const amendments = report.amendments.map((one) => (one === amendment ? edited : one));
        store({ ...report, amendments, updatedAt: at, ...handledMark(caller) });
        return ok({ amendment: edited });
      },
    ),
    route("GET", "/api/history/:eventId", "member", null, ({ params: [event = ""] }) => {
      const former = formerTexts.get(event);
      if (former === undefined)
        throw new Refusal("not-found", "There is no such edit in the history. Please reload the page.");
      return ok({ former });
    }),
    route("PUT", "/api/issues/:id/vote", "member", voteSchema, ({ caller, params: [id = ""], input: { voted } }) => {
      const report = reportBy(id);
      const ballot = ballots.get(caller.id) ?? new Map<string, string>();
      ballots.set(caller.id, ballot);
      if (ballot.has(id) !== voted) {
        const { reports: following } = followsOf(caller);
        const since = now();
        if (voted && !following.has(id)) following.set(id, { mode: "all", since });
        if (!voted && following.get(id)?.mode === "all" && following.get(id)?.since === ballot.get(id))
          following.delete(id);
        if (voted) ballot.set(id, since);
        else ballot.delete(id);
        store({ ...report, votes: report.votes + (voted ? 1 : -1) });
      }
      return ok({ voted });
    }),
    route("GET", "/api/me/votes", "member", null, ({ caller }) =>
      ok({ voted: [...(ballots.get(caller.id)?.keys() ?? [])] }),
    ),
    route("PUT", "/api/issues/:id/follow", "member", followSchema, ({ caller, params: [id = ""], input: { mode } }) => {
      followsOf(caller).reports.set(reportBy(id).id, { mode, since: now() });
      return ok({ mode });
    }),
    route("GET", "/api/me/news", "member", null, ({ caller }) => ok({ ...newsOf(caller), ...asOf() })),
    route("PUT", "/api/me/news", "member", newsSeenSchema, ({ caller, input: { until, issueId } }) => {
      const own = followsOf(caller);
      if (issueId === undefined) Object.assign(own, { seenAt: until, seen: new Map() });
      else own.seen.set(issueId, until);
      return ok({});
    }),
    route("GET", "/api/me/views", "member", null, ({ caller }) => ok({ views: savedViews.get(caller.id) ?? [] })),
    route("PUT", "/api/me/views", "member", savedViewsSchema, ({ caller, input: { views } }) => {
      savedViews.set(caller.id, views);
      return ok({ views });
    }),
    route("DELETE", "/api/issues/:id", "admin", null, ({ caller, params: [id = ""] }) => {
      const report = reportBy(id);
      const purgeAt = new Date(Date.now() + LIMITS.trashDays * 86_400_000).toISOString();
      reports.delete(id);
      const deletedAt = now();
      record(id, { kind: "deleted", by: caller.username, at: deletedAt });
      trash.set(id, { report, deletedBy: caller.username, deletedAt, purgeAt });
      revision += 1;
      return ok({});
    }),
    route("GET", "/api/members", "admin", membersQuerySchema, ({ input }) => {
      const wanted = foldUsername(input.search);
      const found = [...members.values()]
        .filter(({ username }) => foldUsername(username).includes(wanted))
        .sort((a, b) => (foldUsername(a.username) < foldUsername(b.username) ? -1 : 1));
      const { items, page } = paginate(found, input.page, LIMITS.adminPageSize);
      return ok({ members: items.map(toMember), page });
    }),
    route("PUT", "/api/members/:uid", "admin", memberChangeSchema, ({ params: [uid = ""], input }) => {
      const member = members.get(uid);
      if (member === undefined) throw new Refusal("not-found", "There is no such member. Please reload the list.");
      Object.assign(member, input, input.disabled === true && { session: member.session + 1 });
      return ok({ member: toMember(member) });
    }),
    route("GET", "/api/trash", "admin", trashQuerySchema, ({ input }) => {
      const entries = [...trash.values()].reverse().map(
        ({ report: { id, type, title, reporter }, ...rest }): WireTrashEntry => ({
          id,
          type,
          title,
          reporter,
          ...rest,
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
      record(id, { kind: "restored", by: caller.username, at });
      return ok({ issue: toWire(store({ ...entry.report, updatedAt: at })) });
    }),
    route("GET", "/api/attachments/:uid/:issueId/:fileId", "member", null, ({ params }) => {
      const [uid = "", issueId = "", fileId = ""] = params;
      const file = files.get(attachmentUrl({ uid, issueId, fileId }));
      if (file === undefined)
        throw new Refusal("not-found", "There is no such attachment. It may have been deleted with its report.");
      return { status: 200, file };
    }),
  ];

  function reportBy(id: string): Issue {
    const report = reports.get(id);
    if (report !== undefined) return report;
    throw new Refusal("not-found", "There is no such report. It may have been deleted; please reload the list.");
  }

  /** Answers a call of the API. */
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
    /** The member to whom a custom token or a refresh token belongs, with a new ID token. */
    sessionOf(token: string): { member: FakeMember; idToken: string } | null {
      const member = members.get(token.split(":")[1] ?? "");
      return member === undefined ? null : { member, idToken: idToken(member) };
    },
    memberOf,
    store,
    reports: (): Issue[] => [...reports.values()],
    /** Stores an uploaded file under its path in Storage, `attachments/{uid}/{issueId}/{fileId}`. */
    storeFile: (path: string, file: StoredFile) => void files.set(`/api/${path}`, file),
    /** Deletes everything but the members with these ids. */
    empty(keptIds: readonly string[]) {
      for (const id of members.keys()) if (!keptIds.includes(id)) members.delete(id);
      for (const all of [reports, trash, files, history, formerTexts, ballots, follows, savedViews]) all.clear();
    },
  };
}

export type Logbook = ReturnType<typeof createLogbook>;

interface Following {
  mode: FollowMode;
  since: string;
}

interface FakeFollows {
  reports: Map<string, Following>;
  seen: Map<string, string>;
  seenAt: string;
}
const EDITED_MEANWHILE =
  "This text was edited after you opened it. Please compare it with yours, which has not been lost, and save again.";

/** Thrown by a route to answer with a failure. */
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
