import type { OwnEvent, OwnReport } from "@logbook/domain";
import { describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person, reportBody } from "../support/actors.ts";
import { serveFunctions } from "../support/functions-process.ts";
import { db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

const readOwnData = (as: Person) => call("GET", "/api/me/data", { as });
const readReports = (as: Person, ids: readonly string[]) =>
  call("GET", `/api/me/data/reports?ids=${ids.join(",")}`, { as });
const amend = async (as: Person, issueId: string, text: string): Promise<string> =>
  (await call("POST", "/api/issues/amendment", { as, body: { issueId, text } })).body.amendment.id;

async function readAllEvents(as: Person): Promise<OwnEvent[]> {
  const events: OwnEvent[] = [];
  let after: string | null = null;
  do {
    const { body }: { body: { events: OwnEvent[]; next: string | null } } = await call(
      "GET",
      `/api/me/data/events${after === null ? "" : `?after=${after}`}`,
      { as },
    );
    events.push(...body.events);
    after = body.next;
  } while (after !== null);
  return events;
}

describe("a member's own data", () => {
  it("are the account, votes, follows, views, own texts and own acts, and nothing of others", async () => {
    const [member, other] = [await newMember(uniqueId('quoted-"').replace('"', "")), await newMember()];
    const own = await fileReport(member, { description: "As it was." });
    const body = { ...reportBody(), id: undefined, type: undefined, description: "As it is.", from: "" };
    expect((await call("PUT", `/api/issues/${own.id}/texts`, { as: member, body })).status).toBe(200);
    const others = await fileReport(other);
    const unrelated = await fileReport(other);
    const ownAmendment = await amend(member, others.id, "Mine.");
    await amend(other, others.id, "Not mine.");
    await amend(other, own.id, "Not mine either.");
    await call("PUT", `/api/issues/${others.id}/vote`, { as: member, body: { voted: true } });
    for (const as of [member, other])
      await call("PUT", `/api/issues/${others.id}/sighting`, {
        as,
        body: { seen: true, browser: "Safari", system: "iOS" },
      });
    await call("PUT", "/api/me/views", { as: member, body: { views: [{ name: "Open", query: "status=open" }] } });

    const { status, body: data } = await readOwnData(member);
    expect(status).toBe(200);
    expect(data).toEqual({
      success: true,
      account: { id: member.uid, username: member.username, isAdmin: false, createdAt: expect.any(String) },
      votes: [{ issueId: others.id, at: expect.any(String) }],
      follows: expect.arrayContaining([
        { issueId: own.id, mode: "all", since: expect.any(String) },
        { issueId: others.id, mode: "all", since: expect.any(String) },
      ]),
      sightings: [{ issueId: others.id, on: "Safari on iOS", at: expect.any(String) }],
      fixAnswers: [],
      newsSeen: { all: "", reports: {}, entries: "" },
      views: [{ name: "Open", query: "status=open" }],
      entries: [],
      ids: expect.any(Array),
    });
    expect(data.ids.sort()).toEqual([own.id, others.id].sort());
    expect(data.ids).not.toContain(unrelated.id);

    const { body: part } = await readReports(member, data.ids);
    const reportOf = (id: string) => part.reports.find((report: OwnReport) => report.id === id);
    expect(part).toMatchObject({ answered: 2, missing: [] });
    expect(reportOf(own.id)).toMatchObject({ description: "As it is.", reporter: member.username, amendments: [] });
    expect(reportOf(others.id)).toEqual({
      ...{ id: others.id, number: others.number, title: others.title },
      amendments: [expect.objectContaining({ id: ownAmendment, text: "Mine." })],
    });

    const events = await readAllEvents(member);
    expect(events.map(({ kind, issueId }) => `${kind} ${issueId}`).sort()).toEqual(
      [`created ${own.id}`, `edited ${own.id}`, `amended ${others.id}`].sort(),
    );
    expect(events.find(({ kind }) => kind === "edited")!.former).toEqual({ description: "As it was." });
  });

  it("threat 40: has nothing of other members, whatever ids and headers the caller sends", async () => {
    const [thief, victim, admin] = [await newMember(), await newMember(), await newAdmin()];
    const report = await fileReport(victim, { description: "A secret of the victim." });
    await amend(victim, report.id, "Another secret.");
    await call("PUT", `/api/issues/${report.id}/vote`, { as: victim, body: { voted: true } });
    for (const caller of [thief, admin]) {
      expect((await readReports(caller, [report.id])).body).toEqual({
        ...{ success: true, reports: [], answered: 1, missing: [] },
      });
      const { body } = await readOwnData(caller);
      expect(body).toMatchObject({ account: { id: caller.uid }, votes: [], follows: [], ids: [] });
      for (const path of ["/api/me/data", "/api/me/data/events", `/api/me/data/reports?ids=${report.id}`]) {
        const separator = path.includes("?") ? "&" : "?";
        const named = await call("GET", `${path}${separator}uid=${victim.uid}`, { as: caller });
        // A call without a query schema ignores the query.
        expect(JSON.stringify(named.body)).not.toMatch(new RegExp(`${victim.uid}|${report.id}|secret`));
        const response = await call("GET", path, { as: caller, headers: { "x-user-id": victim.uid } });
        expect(JSON.stringify(response.body)).not.toMatch(new RegExp(`${victim.uid}|secret`));
      }
      expect(await readAllEvents(caller)).toEqual([]);
    }
    // A text that looks like the name in a report gives no access either.
    const lure = await fileReport(victim, { description: `"user":{"username":"${thief.username}"}` });
    const { ids } = (await readOwnData(thief)).body;
    expect((await readReports(thief, [...ids, lure.id])).body.reports).toEqual([]);
    expectFailure(await call("GET", "/api/me/data"), 401, "unauthenticated");
  });

  it("comes in parts: hundreds of events, each once", async () => {
    const member = await newMember();
    const { id } = await fileReport(member);
    const batch = db.batch();
    for (let index = 0; index < 60; index += 1)
      batch.create(db.doc(`history/${uniqueId("e")}`), {
        ...{ issueId: id, kind: "status", from: "OPEN", to: "TESTING", by: member.uid, byName: "x", at: new Date() },
      });
    await batch.commit();
    const events = await readAllEvents(member);
    expect(new Set(events.map((event) => event.id)).size).toBe(61);
    expect(events).toHaveLength(61);
  });

  it("can be asked for 12 times an hour", async () => {
    const member = await newMember();
    const api = await serveFunctions({ env: { LIMITS_WIDTH: "1" } });
    try {
      for (let index = 0; index < 12; index += 1)
        expect((await call("GET", "/api/me/data", { as: member, origin: api.origin })).status).toBe(200);
      const refused = await call("GET", "/api/me/data", { as: member, origin: api.origin });
      expectFailure(refused, 429, "too-many");
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    } finally {
      await api.stop();
    }
  });
});
