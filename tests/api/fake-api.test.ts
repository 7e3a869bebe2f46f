import { beforeAll, describe, expect, it } from "vitest";
import { createLogbook, type Logbook } from "../components/logbook.ts";
import { call, newAdmin, newMember, type Person, upload } from "../support/actors.ts";
import { eventually, uniqueId } from "../support/suite.ts";

/** `nobody` has no token. */
type Caller = "member" | "admin" | "nobody";

interface Asked {
  method: string;
  path: string;
  as: Caller;
  body?: object;
}

interface ApiResponse {
  status: number;
  body: unknown;
}

const [member, admin, newcomer] = [uniqueId("m"), uniqueId("a"), uniqueId("n")];
const PASSWORD = "correct horse";
const word = uniqueId("word");
const [bug, feature, lost] = [uniqueId("r"), uniqueId("r"), uniqueId("r")];
const note = uniqueId("n");
/** The member's id, in the API's logbook and in the fake's. */
const uploaders: string[] = [];
let ask: Record<"api" | "fake", (asked: Asked) => Promise<ApiResponse>>;

beforeAll(async () => {
  const callers = { member: await newMember(member), admin: await newAdmin(admin), nobody: undefined };
  const logbook = createLogbook();
  const ids = { member: logbook.addMember(member, PASSWORD).id, admin: logbook.addMember(admin, PASSWORD, true).id };
  uploaders.push(callers.member.uid, ids.member);
  ask = {
    api: (asked) => askApi(callers, asked),
    fake: async (asked) => askFake(logbook, asked.as === "nobody" ? null : ids[asked.as], asked),
  };
  await storeFile(callers.member, logbook, ids.member);
});

/** Stores a file in Storage and in the fake, for the report of a later call. */
async function storeFile(person: Person, logbook: Logbook, uid: string): Promise<void> {
  const bytes = new TextEncoder().encode("It broke.");
  expect(await upload(person, `attachments/${person.uid}/${bug}/log`, bytes, "text/plain")).toBe(200);
  logbook.storeFile(`attachments/${uid}/${bug}/log`, { type: "text/plain", bytes: Buffer.from(bytes) });
}

async function askApi(
  callers: Record<Caller, Person | undefined>,
  { as, method, path, body }: Asked,
): Promise<ApiResponse> {
  const person = callers[as];
  const filled = withUid({ path, body }, person?.uid);
  const response = await call(method, filled.path, { as: person, ...(body !== undefined && { body: filled.body }) });
  return plain(response);
}

function askFake(logbook: Logbook, uid: string | null, { method, path, body }: Asked): ApiResponse {
  const filled = withUid({ path, body }, uid ?? undefined);
  const [pathname = "", query] = filled.path.split("?");
  const response = logbook.answer({
    method,
    path: pathname,
    query: Object.fromEntries(new URLSearchParams(query)),
    body: filled.body,
    token: uid === null ? null : logbook.sessionOf(`custom:${uid}`)!.idToken,
  });
  return plain("file" in response ? { status: 200, body: response.file.bytes.toString() } : response);
}

/** Replaces `{uid}` by the caller's id. */
function withUid<T>(asked: T, uid: string | undefined): T {
  return JSON.parse(JSON.stringify(asked).replaceAll("{uid}", uid ?? "")) as T;
}

/** A response without values that differ between two logbooks: users' ids, tokens, times and total counts. */
function plain({ status, body }: ApiResponse): ApiResponse {
  const text = JSON.stringify(body, function (this: object, key, value) {
    if (key === "id" && "isUnread" in this) return "<id>";
    // A report's number, not a page's.
    if (key === "number" && "title" in this) return "<number>";
    if (key === "token" || key === "revision" || (key === "id" && /^[A-Za-z0-9]{28}$|^[0-9a-f-]{36}$/.test(value)))
      return `<${key}>`;
    return key === "stats" ? Object.keys(value) : value;
  });
  const same = uploaders.reduce((text, uid) => text.replaceAll(uid, "<member>"), text);
  return { status, body: JSON.parse(same.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<instant>")) as unknown };
}

const attachments = [{ name: "a.log", size: 9, type: "text/plain", url: `/api/attachments/{uid}/${bug}/log` }];
const fields = { description: "It broke.", environmentInfo: "Firefox", priority: "HIGH" };
const since = "2020-01-01T00:00:00.000Z";

const CALLS: Record<string, Asked> = {
  "a registration": {
    ...{ method: "POST", path: "/api/auth/register", as: "nobody" },
    body: { username: newcomer, password: PASSWORD },
  },
  "a registration with a taken name": {
    ...{ method: "POST", path: "/api/auth/register", as: "nobody" },
    body: { username: member.toUpperCase(), password: PASSWORD },
  },
  "a registration without a name": {
    ...{ method: "POST", path: "/api/auth/register", as: "nobody" },
    body: { username: " ", password: PASSWORD },
  },
  "a registration with a reserved name": {
    ...{ method: "POST", path: "/api/auth/register", as: "nobody" },
    body: { username: "Admin", password: PASSWORD },
  },
  "a registration with a short password": {
    ...{ method: "POST", path: "/api/auth/register", as: "nobody" },
    body: { username: uniqueId("s"), password: "12345" },
  },
  "a login": {
    ...{ method: "POST", path: "/api/auth/login", as: "nobody" },
    body: { username: member, password: PASSWORD },
  },
  "a login with a wrong password": {
    ...{ method: "POST", path: "/api/auth/login", as: "nobody" },
    body: { username: member, password: "wrong" },
  },
  "the signed-in user": { method: "GET", path: "/api/me", as: "admin" },
  "the signed-in user, without a session": { method: "GET", path: "/api/me", as: "nobody" },
  "a bug with a file": {
    ...{ method: "POST", path: "/api/issues", as: "member" },
    body: {
      id: bug,
      type: "bug",
      title: `${word} bug`,
      ...fields,
      actualResult: "No",
      howItWorks: "dropped",
      attachments,
    },
  },
  "the same bug a second time": {
    ...{ method: "POST", path: "/api/issues", as: "member" },
    body: {
      id: bug,
      type: "bug",
      title: `${word} bug`,
      ...fields,
      actualResult: "No",
      howItWorks: "dropped",
      attachments,
    },
  },
  "a feature": {
    ...{ method: "POST", path: "/api/issues", as: "admin" },
    body: { id: feature, type: "feature", title: ` ${word} feature `, description: "Please.", actualResult: "dropped" },
  },
  "a report without a title": {
    ...{ method: "POST", path: "/api/issues", as: "member" },
    body: { type: "bug", title: " ", description: "It broke." },
  },
  "an amendment": {
    ...{ method: "POST", path: "/api/issues/amendment", as: "member" },
    body: { id: note, issueId: bug, text: " A note. " },
  },
  "the same amendment a second time": {
    ...{ method: "POST", path: "/api/issues/amendment", as: "member" },
    body: { id: note, issueId: bug, text: "A note." },
  },
  "an amendment of a report that does not exist": {
    ...{ method: "POST", path: "/api/issues/amendment", as: "member" },
    body: { issueId: lost, text: "A note." },
  },
  "an empty amendment": {
    ...{ method: "POST", path: "/api/issues/amendment", as: "member" },
    body: { issueId: bug, text: " " },
  },
  "a step": {
    ...{ method: "PUT", path: `/api/issues/${bug}`, as: "admin" },
    body: { status: "IN_PROGRESS", from: "OPEN" },
  },
  "a step from an outdated status": {
    ...{ method: "PUT", path: `/api/issues/${bug}`, as: "admin" },
    body: { status: "IN_PROGRESS", from: "OPEN" },
  },
  "a step that skips statuses": { method: "PUT", path: `/api/issues/${bug}`, as: "admin", body: { status: "CLOSED" } },
  "a step by a member": { method: "PUT", path: `/api/issues/${bug}`, as: "member", body: { status: "TESTING" } },
  "an edit of a report that an admin has moved": {
    ...{ method: "PUT", path: `/api/issues/${bug}/texts`, as: "member" },
    body: { title: `${word} bug`, ...fields },
  },
  "an edit by another than the reporter": {
    ...{ method: "PUT", path: `/api/issues/${bug}/texts`, as: "admin" },
    body: { title: `${word} bug`, ...fields },
  },
  "an edit": {
    ...{ method: "PUT", path: `/api/issues/${feature}/texts`, as: "admin" },
    body: { title: `${word} feature, edited`, description: "Please do.", actualResult: "dropped", from: "" },
  },
  "an edit from an outdated text": {
    ...{ method: "PUT", path: `/api/issues/${feature}/texts`, as: "admin" },
    body: { title: `${word} feature, edited twice`, description: "Please.", from: "" },
  },
  "an edit without a title": {
    ...{ method: "PUT", path: `/api/issues/${feature}/texts`, as: "admin" },
    body: { description: "Please." },
  },
  "an edit of a report that does not exist": {
    ...{ method: "PUT", path: `/api/issues/${lost}/texts`, as: "member" },
    body: { title: "None", description: "None" },
  },
  "a correction": {
    ...{ method: "PUT", path: `/api/issues/${bug}/correction`, as: "admin" },
    body: { title: `${word} bug, corrected`, priority: "LOW" },
  },
  "the same correction again": {
    ...{ method: "PUT", path: `/api/issues/${bug}/correction`, as: "admin" },
    body: { title: `${word} bug, corrected`, priority: "LOW", from: "" },
  },
  "a correction by a member": {
    ...{ method: "PUT", path: `/api/issues/${bug}/correction`, as: "member" },
    body: { title: `${word} bug`, priority: "LOW" },
  },
  "a correction without a priority": {
    ...{ method: "PUT", path: `/api/issues/${bug}/correction`, as: "admin" },
    body: { title: `${word} bug` },
  },
  "an edit of an amendment": {
    ...{ method: "PUT", path: `/api/issues/${bug}/amendments/${note}`, as: "member" },
    body: { text: " Another note. " },
  },
  "an edit of an amendment from an outdated text": {
    ...{ method: "PUT", path: `/api/issues/${bug}/amendments/${note}`, as: "member" },
    body: { text: "A third note.", from: "" },
  },
  "an edit of another member's amendment": {
    ...{ method: "PUT", path: `/api/issues/${bug}/amendments/${note}`, as: "admin" },
    body: { text: "Not mine." },
  },
  "an edit of an amendment that does not exist": {
    ...{ method: "PUT", path: `/api/issues/${bug}/amendments/none`, as: "member" },
    body: { text: "A note." },
  },
  "an edit to an empty amendment": {
    ...{ method: "PUT", path: `/api/issues/${bug}/amendments/${note}`, as: "member" },
    body: { text: " " },
  },
  "the former texts of an edit that does not exist": { method: "GET", path: "/api/history/none", as: "member" },
  "the list with a search": { method: "GET", path: `/api/issues?search=${word}`, as: "member" },
  "the list with filters": {
    ...{
      method: "GET",
      path: `/api/issues?page=2&pageSize=10&search=${word}&type=feature&status=PLANNED`,
      as: "member",
    },
  },
  "the list with an unknown page size": { method: "GET", path: "/api/issues?pageSize=7", as: "member" },
  "the changes of a list": {
    method: "GET",
    path: `/api/issues/changes?search=${word}&since=${since}&ids=${bug},${lost}`,
    as: "member",
  },
  "one report": { method: "GET", path: `/api/issues/${bug}`, as: "member" },
  "a report that does not exist": { method: "GET", path: "/api/issues/none-of-them", as: "member" },
  "a vote": { method: "PUT", path: `/api/issues/${feature}/vote`, as: "member", body: { voted: true } },
  "the same vote again": { method: "PUT", path: `/api/issues/${feature}/vote`, as: "member", body: { voted: true } },
  "the own votes": { method: "GET", path: "/api/me/votes", as: "member" },
  "a vote for a report that does not exist": {
    ...{ method: "PUT", path: "/api/issues/none-of-them/vote", as: "member" },
    body: { voted: true },
  },
  "how a report is followed": {
    method: "PUT",
    path: `/api/issues/${feature}/follow`,
    as: "member",
    body: { mode: "status" },
  },
  "how a report that does not exist is followed": {
    ...{ method: "PUT", path: "/api/issues/none-of-them/follow", as: "member" },
    body: { mode: "all" },
  },
  "the news": { method: "GET", path: "/api/me/news", as: "member" },
  "news seen": { method: "PUT", path: "/api/me/news", as: "member", body: { until: since, issueId: bug } },
  "news seen until no time": { method: "PUT", path: "/api/me/news", as: "member", body: { until: "now" } },
  "saved views": {
    method: "PUT",
    path: "/api/me/views",
    as: "member",
    body: { views: [{ name: " Bugs ", query: "type=bug" }] },
  },
  "the saved views": { method: "GET", path: "/api/me/views", as: "member" },
  "a saved view without a name": {
    method: "PUT",
    path: "/api/me/views",
    as: "member",
    body: { views: [{ name: " ", query: "" }] },
  },
  "the page of a report that does not exist": { method: "GET", path: "/api/reports/999999999", as: "member" },
  "similar reports": { method: "GET", path: `/api/reports/similar?title=${word} bug`, as: "member" },
  "similar reports, without a title": { method: "GET", path: "/api/reports/similar", as: "member" },
  "help for a search": { method: "GET", path: "/api/reports/search-help?search=nowhere-at-all", as: "member" },
  "the list with operators": {
    ...{ method: "GET", as: "member" },
    path: `/api/issues?search=${encodeURIComponent(`${word} by:${member} is:in-progress`)}`,
  },
  "the list with a search in amendments": {
    ...{ method: "GET", as: "member" },
    path: `/api/issues?search=${encodeURIComponent(`in:amendments note by:${member}`)}`,
  },
  "a file": { method: "GET", path: `/api/attachments/{uid}/${bug}/log`, as: "member" },
  "a file that does not exist": { method: "GET", path: `/api/attachments/{uid}/${bug}/none`, as: "member" },
  "a deletion": { method: "DELETE", path: `/api/issues/${feature}`, as: "admin" },
  "a deletion of a deleted report": { method: "DELETE", path: `/api/issues/${feature}`, as: "admin" },
  "the trash, by a member": { method: "GET", path: "/api/trash", as: "member" },
  "the trash": { method: "GET", path: "/api/trash", as: "admin" },
  "a restore": { method: "POST", path: `/api/trash/${feature}/restore`, as: "admin" },
  "a restore of a report that is not in the trash": { method: "POST", path: `/api/trash/${lost}/restore`, as: "admin" },
  "the members with a search": { method: "GET", path: `/api/members?search=${admin}`, as: "admin" },
  "a change of a member who does not exist": {
    method: "PUT",
    path: "/api/members/nobody",
    as: "admin",
    body: { disabled: true },
  },
  "a password change with a wrong current password": {
    ...{ method: "POST", path: "/api/auth/password", as: "member" },
    body: { currentPassword: "wrong", newPassword: "battery staple" },
  },
};

describe("the fake API of the component tests responds like the API", () => {
  // In this order, because each call depends on the ones before it.
  it.each(Object.entries(CALLS))("%s", async (_, asked) => {
    // A trigger records the news.
    const hasNews = ({ body }: ApiResponse) => (body as { items: object[] }).items.length > 0;
    const api =
      asked === CALLS["the news"]
        ? await eventually("the news", async () => [await ask.api(asked)].find(hasNews) ?? null)
        : await ask.api(asked);
    const fake = await ask.fake(asked);
    // Other tests may have deleted reports too, so compare only the newest entry.
    if (asked.path === "/api/trash" && asked.as === "admin") {
      const first = ({ entries, ...rest }: { entries: object[] }) => ({
        ...rest,
        page: null,
        entries: entries.slice(0, 1),
      });
      api.body = first(api.body as { entries: object[] });
      fake.body = first(fake.body as { entries: object[] });
    }
    // Compare only the best match: the order of the others depends on all titles, and the fake's order is simpler.
    if (api.status === 200 && asked.path.startsWith("/api/reports/similar"))
      for (const { body } of [api, fake]) (body as { issues: object[] }).issues.splice(1);
    expect(fake).toEqual(api);
  });
});
