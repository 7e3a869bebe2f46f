import { LIMITS, type WireIssue, type WireList } from "@logbook/domain";
import { beforeAll, describe, expect, it } from "vitest";
import { pageVersion } from "../../suite/launcher/build.ts";
import { call, fileReport, newMember, type Person, reportBody } from "../support/actors.ts";
import { ORIGIN, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

const PAGE_BYTES = 256 * 1024;
const LONG = "長".repeat(LIMITS.textLength);
const word = uniqueId("long").replaceAll("-", "");
const COUNT = 10;

let member: Person;
const ids: string[] = [];
let small: WireIssue;
beforeAll(async () => {
  member = await newMember();
  const texts = { description: LONG, reproductionSteps: LONG, expectedResult: LONG, actualResult: LONG };
  for (let at = 0; at < COUNT; at += 1) ids.push((await fileReport(member, { title: `${word} ${at}`, ...texts })).id);
  small = await fileReport(member, { title: `${word} small`, description: "x".repeat(2_000) });
});

async function read(path: string): Promise<{ bytes: number; body: unknown }> {
  const response = await fetch(`${ORIGIN}${path}`, { headers: { authorization: `Bearer ${member.idToken}` } });
  const text = await response.text();
  return { bytes: Buffer.byteLength(text), body: JSON.parse(text) };
}

describe("threat 31: very long reports", () => {
  it("make no page of the list larger than 256 KB: they are shortened, and short ones are not", async () => {
    const { bytes, body } = await read(`/api/issues?search=${word}&pageSize=100`);
    expect(bytes).toBeLessThanOrEqual(PAGE_BYTES);
    const { bugs } = body as WireList;
    expect(bugs).toHaveLength(COUNT + 1);
    expect(bugs.find(({ id }) => id === small.id)).toEqual(small);
    for (const id of ids) {
      const listed = bugs.find((one) => one.id === id)!;
      expect(listed.shortened).toBe(true);
      expect(listed.description).toMatch(/^長+…$/);
    }
  });

  it("make no page with markup larger than 256 KB: the markup is left out", async () => {
    const { bytes, body } = await read(`/api/issues?search=${word}&pageSize=25&draw=${pageVersion()}`);
    expect(bytes).toBeLessThanOrEqual(PAGE_BYTES);
    expect((body as WireList).bugs).toHaveLength(COUNT + 1);
  });

  it("make no response with changes larger than 257 KB", async () => {
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const { bytes } = await read(`/api/issues/changes?search=${word}&since=${since}&ids=${ids.join(",")}`);
    expect(bytes).toBeLessThanOrEqual(PAGE_BYTES + 1_024);
  });

  it("can be read whole, one at a time, by members only", async () => {
    const { status, body } = await call("GET", `/api/issues/${ids[0]}`, { as: member });
    expect(status).toBe(200);
    expect(body.issue).toMatchObject({ id: ids[0], description: LONG, actualResult: LONG });
    expect(body.issue.shortened).toBeUndefined();
    expectFailure(await call("GET", `/api/issues/${ids[0]}`), 401, "unauthenticated");
    expectFailure(await call("GET", `/api/issues/${reportBody().id}`, { as: member }), 404, "not-found");
  });
});
