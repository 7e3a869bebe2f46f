import { randomUUID } from "node:crypto";
import {
  type FollowMode,
  foldUsername,
  type Issue,
  type SavedView,
  type WireEvent,
  type WireFormerTexts,
  type WireMember,
} from "@logbook/domain";
import { Refusal } from "./refusal.ts";

export interface FakeMember extends WireMember {
  password: string;
  /** Grows by one when all the member's sessions are ended. An ID token that carries an earlier number is not valid. */
  sessionNumber: number;
}

export interface StoredFile {
  type: string;
  bytes: Buffer;
}

interface TrashEntry {
  report: Issue;
  deletedBy: string;
  deletedAt: string;
  purgeAt: string;
}

/** A member's follow of one report. */
interface Follow {
  mode: FollowMode;
  since: string;
}

/** The reports that a member follows, and the time until which the member has seen the news of each, and of all. */
export interface FakeFollows {
  reports: Map<string, Follow>;
  seenUntil: Map<string, string>;
  allSeenUntil: string;
}

/** The stored data of the fake logbook, with the methods that several routes need. */
export class LogbookData {
  readonly members = new Map<string, FakeMember>();
  readonly reports = new Map<string, Issue>();
  readonly trash = new Map<string, TrashEntry>();
  /** The uploaded files, each by the path of the API's call that serves it. */
  readonly files = new Map<string, StoredFile>();
  readonly history = new Map<string, WireEvent[]>();
  /** The texts before each edit, by the edit's id in the history. */
  readonly formerTexts = new Map<string, WireFormerTexts["former"]>();
  /** The votes of each member, by the member's id: the time of each vote, by the report's id. */
  readonly ballots = new Map<string, Map<string, string>>();
  readonly follows = new Map<string, FakeFollows>();
  readonly savedViews = new Map<string, SavedView[]>();
  lastNumber = 0;
  revision = 0;
  /** The time that `now` returned last, in milliseconds. */
  #lastMs = 0;

  /** The time in ISO format. Each call returns a later time, so that events have an order. */
  now(): string {
    this.#lastMs = Math.max(Date.now(), this.#lastMs + 1);
    return new Date(this.#lastMs).toISOString();
  }

  /** The fields of a response by which the page later finds out which changes it lacks. */
  timeAndRevision(): { asOf: string; revision: number } {
    return { asOf: this.now(), revision: this.revision };
  }

  addMember(username: string, password: string, { isAdmin = false } = {}): FakeMember {
    const createdAt = this.now();
    const member = { id: randomUUID(), username, password, isAdmin, disabled: false, createdAt, sessionNumber: 0 };
    this.members.set(member.id, member);
    return member;
  }

  memberByName(username: string): FakeMember | undefined {
    return [...this.members.values()].find((member) => foldUsername(member.username) === foldUsername(username));
  }

  requireReport(id: string): Issue {
    const report = this.reports.get(id);
    if (report !== undefined) return report;
    throw new Refusal("not-found", "There is no such report. It may have been deleted; please reload the list.");
  }

  storeReport(report: Issue): Issue {
    this.reports.set(report.id, report);
    this.revision += 1;
    return report;
  }

  recordEvent(reportId: string, event: WireEvent): void {
    this.history.set(reportId, [...(this.history.get(reportId) ?? []), event]);
  }

  /** The follows of a member. The first call creates an empty entry, which callers can then change. */
  followsOf({ id }: FakeMember): FakeFollows {
    const memberFollows = this.follows.get(id) ?? { reports: new Map(), seenUntil: new Map(), allSeenUntil: "" };
    this.follows.set(id, memberFollows);
    return memberFollows;
  }

  followAsAuthor(member: FakeMember, reportId: string): void {
    const { reports } = this.followsOf(member);
    if (!reports.has(reportId)) reports.set(reportId, { mode: "all", since: this.now() });
  }

  /** Deletes everything but the members with these ids. */
  empty(keptIds: readonly string[]): void {
    for (const id of this.members.keys()) if (!keptIds.includes(id)) this.members.delete(id);
    const { reports, trash, files, history, formerTexts, ballots, follows, savedViews } = this;
    for (const entries of [reports, trash, files, history, formerTexts, ballots, follows, savedViews]) entries.clear();
  }
}

export function isFollowing({ reports }: FakeFollows, reportId: string): boolean {
  return (reports.get(reportId)?.mode ?? "none") !== "none";
}

/** The admin mark of a report or an amendment by this author. */
export const adminMark = ({ isAdmin }: FakeMember): { byAdmin?: true } => (isAdmin ? { byAdmin: true } : {});

/** The mark that ends the reporter's time for edits, if an admin makes the change. */
export const handledMark = ({ isAdmin }: FakeMember): { handledByAdmin?: true } =>
  isAdmin ? { handledByAdmin: true } : {};
