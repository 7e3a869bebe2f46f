import {
  followSchema,
  type Issue,
  isNews,
  LIMITS,
  type NewsChange,
  newsSeenSchema,
  savedViewsSchema,
  voteSchema,
  type WireNewsItem,
} from "@logbook/domain";
import type { FakeMember, LogbookData } from "./data.ts";
import { ok, type Route, route } from "./route.ts";

/** A member's own votes, follows, news and saved views. */
export const followRoutes = (data: LogbookData): Route[] => [
  route("PUT", "/api/issues/:id/vote", "member", voteSchema, ({ caller, params: [id = ""], input: { voted } }) => {
    const report = data.requireReport(id);
    const ballot = data.ballots.get(caller.id) ?? new Map<string, string>();
    data.ballots.set(caller.id, ballot);
    if (ballot.has(id) !== voted) {
      // A vote also follows the report, unless the member follows it already.
      const followed = data.followsOf(caller).reports;
      const follow = followed.get(id);
      if (voted) {
        const since = data.now();
        if (follow === undefined) followed.set(id, { mode: "all", since });
        ballot.set(id, since);
      } else {
        // Only a follow that began with the vote ends with it.
        if (follow?.mode === "all" && follow.since === ballot.get(id)) followed.delete(id);
        ballot.delete(id);
      }
      data.storeReport({ ...report, votes: report.votes + (voted ? 1 : -1) });
    }
    return ok({ voted });
  }),
  route("GET", "/api/me/votes", "member", null, ({ caller }) =>
    ok({ voted: [...(data.ballots.get(caller.id)?.keys() ?? [])] }),
  ),
  route("PUT", "/api/issues/:id/follow", "member", followSchema, ({ caller, params: [id = ""], input: { mode } }) => {
    data.followsOf(caller).reports.set(data.requireReport(id).id, { mode, since: data.now() });
    return ok({ mode });
  }),
  route("GET", "/api/me/news", "member", null, ({ caller }) =>
    ok({ ...newsOf(data, caller), ...data.timeAndRevision() }),
  ),
  route("PUT", "/api/me/news", "member", newsSeenSchema, ({ caller, input: { until, issueId } }) => {
    const callerFollows = data.followsOf(caller);
    // Without a report's id the caller has seen all news.
    if (issueId === undefined) Object.assign(callerFollows, { allSeenUntil: until, seenUntil: new Map() });
    else callerFollows.seenUntil.set(issueId, until);
    return ok({});
  }),
  route("GET", "/api/me/views", "member", null, ({ caller }) => ok({ views: data.savedViews.get(caller.id) ?? [] })),
  route("PUT", "/api/me/views", "member", savedViewsSchema, ({ caller, input: { views } }) => {
    data.savedViews.set(caller.id, views);
    return ok({ views });
  }),
];

function newsOf(data: LogbookData, member: FakeMember) {
  const { reports: followed, seenUntil, allSeenUntil } = data.followsOf(member);
  const news = [...followed].flatMap(([issueId, { mode, since }]): WireNewsItem[] => {
    const report = data.reports.get(issueId) ?? data.trash.get(issueId)?.report;
    if (report === undefined) return [];
    const { number, title } = report;
    return changesOf(data, report)
      .filter(({ kind, by, at }) => by !== member.username && at > since && isNews(kind as NewsChange["kind"], mode))
      .map((change) => {
        const isUnread = change.at > allSeenUntil && change.at > (seenUntil.get(issueId) ?? "");
        return { ...change, id: `${issueId} ${change.at}`, issueId, number, title, isUnread } as WireNewsItem;
      });
  });
  // Sort the news by time, the newest first.
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
}

/** The events of a report that can be news. The only news of a report in the trash is its deletion. */
function changesOf(data: LogbookData, report: Issue) {
  const isInTrash = data.trash.has(report.id);
  const events = data.history.get(report.id) ?? [];
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
}
