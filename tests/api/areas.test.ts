import { AREA_LIMITS, type Area, NO_AREA } from "@logbook/domain";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { call, fileReport, newAdmin, newMember, type Person } from "../support/actors.ts";
import { db, uniqueId } from "../support/suite.ts";
import { expectFailure } from "./expect-failure.ts";

const GALLERY: Area = { id: "gallery1", name: "Gallery", pattern: "/gallery/*" };
const SHOP: Area = { id: "theshop1", name: "Shop", pattern: "/shop/*/cart" };
const REST: Area = { id: "restofit", name: "Everything else", pattern: "/*" };

let admin: Person;
let otherAdmin: Person;
let member: Person;
beforeAll(async () => {
  [admin, otherAdmin, member] = await Promise.all([newAdmin(), newAdmin(), newMember()]);
});

const readAreas = async (): Promise<Area[]> => (await call("GET", "/api/areas", { as: admin })).body.areas;
const putAreas = (areas: unknown, from: unknown, as: Person | undefined = admin) =>
  call("PUT", "/api/areas", { as, body: { areas, from } });
const setAreas = async (...areas: Area[]) =>
  expect(await putAreas(areas, await readAreas())).toMatchObject({ status: 200, body: { areas } });
const list = async (query: string, as: Person = member) => (await call("GET", `/api/issues?${query}`, { as })).body;
const titlesOf = async (query: string, as?: Person) =>
  (await list(query, as)).bugs.map(({ title }: { title: string }) => title);
const fileAt = (websiteUrl: string, fields: object = {}) =>
  fileReport(member, { title: uniqueId("area"), websiteUrl, ...fields });
const correct = (id: string, title: string, area: unknown, as: Person = admin) =>
  call("PUT", `/api/issues/${id}/correction`, { as, body: { title, priority: "MEDIUM", area } });

beforeEach(() => setAreas(GALLERY, SHOP));
// The other tests of this suite expect no areas.
afterAll(() => setAreas());

describe("the areas of the website", () => {
  it("are set by admins, and every member gets them with the list, its changes and a report's page", async () => {
    await setAreas(SHOP, GALLERY);
    expect(await readAreas()).toEqual([SHOP, GALLERY]);
    const { id } = await fileAt("https://example.org/gallery/1");
    const page = await list("pageSize=10");
    expect(page.areas).toEqual([SHOP, GALLERY]);
    const changes = await call("GET", `/api/issues/changes?ids=${id}&since=${page.asOf}`, { as: member });
    expect(changes.body.areas).toEqual([SHOP, GALLERY]);
    expect((await call("GET", `/api/reports/${id}`, { as: member })).body.areas).toEqual([SHOP, GALLERY]);
    await setAreas();
    expect(await list("pageSize=10")).not.toHaveProperty("areas");
  });

  it("threat 48: areas are neither set nor listed by other members and visitors, nor without the areas that were shown", async () => {
    for (const as of [member, undefined]) {
      const status = as === undefined ? 401 : 403;
      expect((await call("PUT", "/api/areas", { as, body: { areas: [], from: [GALLERY, SHOP] } })).status).toBe(status);
      expect((await call("GET", "/api/areas", { as })).status).toBe(status);
    }
    expect((await call("PUT", "/api/areas", { as: admin, body: { areas: [] } })).status).toBe(400);
    expect(await readAreas()).toEqual([GALLERY, SHOP]);
  });

  it("threat 48: hostile areas are refused with a sentence that says what is wrong, and nothing is stored", async () => {
    const many = Array.from({ length: AREA_LIMITS.areas + 1 }, (_, index) => ({
      ...GALLERY,
      id: `area${1000 + index}`,
      name: `Area ${index}`,
    }));
    const refused: [areas: unknown, error: RegExp][] = [
      [many, /at most 20 areas/],
      [[{ ...GALLERY, name: "x".repeat(41) }], /at most 40 characters/],
      [[{ ...GALLERY, name: "\u202eyrellaG" }], /no invisible characters/],
      [[GALLERY, { ...SHOP, name: "ＧＡＬＬＥＲＹ" }], /Another area is called “ＧＡＬＬＥＲＹ”/],
      [[GALLERY, { ...SHOP, id: GALLERY.id }], /id of its own/],
      [[{ ...GALLERY, name: "None" }], /options of the filter already/],
      [[{ ...GALLERY, pattern: "https://example.org/*" }], /must begin with a slash/],
      [
        [
          { ...GALLERY, pattern: "/(a+)+$" },
          { ...SHOP, pattern: "/a*b" },
        ],
        /\* may stand at the end/,
      ],
      [[{ ...GALLERY, pattern: `/${"*/".repeat(100)}` }], /at most 100 characters/],
      [[{ ...GALLERY, id: "../x" }], /8 small letters and digits/],
      [[{ ...GALLERY, colour: "red" }], /./],
      ["Gallery", /must be a list/],
    ];
    for (const [areas, error] of refused) {
      const response = await putAreas(areas, [GALLERY, SHOP]);
      expect(response).toMatchObject({
        status: 400,
        body: { code: "bad-request", error: expect.stringMatching(error) },
      });
    }
    expect(await readAreas()).toEqual([GALLERY, SHOP]);
  });

  it("are stored for one of two admins who change them at the same moment; the other is told", async () => {
    const [first, second] = await Promise.all([
      putAreas([GALLERY, SHOP, REST], [GALLERY, SHOP]),
      putAreas([GALLERY], [GALLERY, SHOP], otherAdmin),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const [winner, loser] = first.status === 200 ? [first, second] : [second, first];
    expectFailure(loser, 409, "conflict");
    expect(await readAreas()).toEqual(winner.body.areas);
    // A call whose response was lost is repeated.
    expect((await putAreas(winner.body.areas, [GALLERY, SHOP])).status).toBe(200);
  });

  it("are stored while members file reports", async () => {
    const filings = Array.from({ length: 3 }, (_, index) => fileAt(`https://example.org/gallery/${index}`));
    await setAreas(GALLERY, SHOP, REST);
    expect((await Promise.all(filings)).map(({ area }) => area)).toEqual(Array(3).fill(GALLERY.id));
    expect(await readAreas()).toEqual([GALLERY, SHOP, REST]);
  });
});

describe("a new report", () => {
  it("gets the first area that its website address fits, in the admins' order", async () => {
    await setAreas(SHOP, GALLERY, REST);
    const areasOf = async (...addresses: string[]) => {
      const reports = [];
      for (const address of addresses) reports.push((await fileAt(address)).area);
      return reports;
    };
    expect(
      await areasOf(
        "https://example.org/gallery/7?x=1",
        "http://localhost:3000/shop/7/cart/",
        "https://example.org",
        "",
      ),
    ).toEqual([GALLERY.id, SHOP.id, REST.id, ""]);
    await setAreas(REST, GALLERY);
    expect(await areasOf("https://example.org/gallery/7")).toEqual([REST.id]);
  });

  it("gets the area, or none, that its reporter has chosen", async () => {
    const address = "https://example.org/gallery/7";
    expect(await fileAt(address, { area: SHOP.id })).toMatchObject({ area: SHOP.id });
    expect(await fileAt(address, { area: NO_AREA })).toMatchObject({ area: NO_AREA });
    for (const area of ["Gallery", "gallery12", "<b>", "\u202e", 7, null]) {
      const { status, body } = await call("POST", "/api/issues", {
        as: member,
        body: { type: "bug", title: "T", description: "D", area },
      });
      expect([area, status, body.error]).toEqual([area, 400, expect.stringMatching(/^area must be/)]);
    }
  });

  it("is the same report if it is sent again after the areas were changed", async () => {
    const id = uniqueId("r");
    const first = await fileAt("https://example.org/gallery/7", { id, title: "Again" });
    await setAreas(SHOP);
    expect(await fileAt("https://example.org/gallery/7", { id, title: "Again" })).toEqual(first);
  });
});

describe("the area of a report", () => {
  it("is filtered by in the list, its changes, the ids and the export; others stay out", async () => {
    const word = uniqueId("filter");
    const titles = [`${word} gallery`, `${word} shop`, `${word} none`];
    await fileAt("https://example.org/gallery/7", { title: titles[0] });
    await fileAt("https://example.org/shop/1/cart", { title: titles[1] });
    await fileAt("", { title: titles[2] });
    expect(await titlesOf(`search=${word}&area=${GALLERY.id}`)).toEqual([titles[0]]);
    expect(await titlesOf(`search=${word}&area=${NO_AREA}`)).toEqual([titles[2]]);
    expect(await titlesOf(`search=${word}&area=all`)).toHaveLength(3);
    const read = async (path: string) =>
      (await call("GET", `${path}search=${word}&area=${SHOP.id}`, { as: admin })).body;
    expect(await read("/api/issues/ids?")).toMatchObject({ total: 1, reports: [{ title: titles[1] }] });
    expect(await read("/api/export?")).toMatchObject({ total: 1, areas: [GALLERY, SHOP] });
    expect(await read("/api/issues/changes?ids=&since=2025-01-01T00:00:00.000Z&")).toMatchObject({ total: 1 });
    expect((await call("GET", "/api/issues?area=Gallery", { as: member })).status).toBe(400);
  });

  it("keeps its id when the area is renamed or its pattern changes", async () => {
    const { id, title } = await fileAt("https://example.org/gallery/7");
    const renamed = { ...GALLERY, name: "Photos", pattern: "/photos/*" };
    await setAreas(renamed, SHOP);
    expect(await list(`search=${title}&area=${GALLERY.id}`)).toMatchObject({
      areas: [renamed, SHOP],
      bugs: [{ id, area: GALLERY.id }],
    });
  });

  it("counts as none when the area is deleted, a filter by it is ignored, and undoing the deletion brings it back", async () => {
    const word = uniqueId("deleted");
    const { id } = await fileAt("https://example.org/gallery/7", { title: `${word} gallery` });
    await fileAt("https://example.org/shop/1/cart", { title: `${word} shop` });
    await setAreas(SHOP);
    expect(await titlesOf(`search=${word}&area=${NO_AREA}`)).toEqual([`${word} gallery`]);
    expect(await titlesOf(`search=${word}&area=${GALLERY.id}&sort=newest`)).toHaveLength(2);
    await setAreas(GALLERY, SHOP);
    expect(await titlesOf(`search=${word}&area=${GALLERY.id}`)).toEqual([`${word} gallery`]);
    expect((await db.doc(`issues/${id}`).get()).data()).toMatchObject({ area: GALLERY.id });
  });

  it("is corrected by an admin only, with an event in the history", async () => {
    const { id, title } = await fileAt("https://example.org/gallery/7");
    expectFailure(await correct(id, title, SHOP.id, member), 403, "forbidden");
    expect(await correct(id, title, SHOP.id)).toMatchObject({ status: 200, body: { issue: { area: SHOP.id } } });
    expect(await titlesOf(`search=${title}&area=${SHOP.id}`)).toEqual([title]);
    const { events } = (await call("GET", `/api/reports/${id}`, { as: member })).body;
    expect(events.at(-1)).toMatchObject({ kind: "edited", fields: ["area"], by: admin.username });
    const { former } = (await call("GET", `/api/history/${events.at(-1).id}`, { as: member })).body;
    expect(former).toEqual({ area: GALLERY.id });
    expect((await correct(id, title, "Shop")).status).toBe(400);
    // A correction without the area leaves it.
    expect((await correct(id, "Another title", undefined)).body.issue.area).toBe(SHOP.id);
  });

  it("stays when the report is moved, deleted and restored", async () => {
    const { id } = await fileAt("https://example.org/gallery/7");
    expect(
      (await call("PUT", `/api/issues/${id}`, { as: admin, body: { status: "IN_PROGRESS" } })).body.issue.area,
    ).toBe(GALLERY.id);
    expect((await call("DELETE", `/api/issues/${id}`, { as: admin, body: {} })).status).toBe(200);
    const restored = await call("POST", `/api/trash/${id}/restore`, { as: admin, body: {} });
    expect(restored.body.issue.area).toBe(GALLERY.id);
    expect(await readAreas()).toEqual([GALLERY, SHOP]);
  });
});
