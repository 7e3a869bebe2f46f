import { beforeAll, describe, expect, it } from "vitest";
import { createLogbook, type Logbook } from "../components/logbook.ts";
import { call, newAdmin, newMember, type Person, upload } from "../support/actors.ts";
import { eventually, uniqueId } from "../support/suite.ts";

/** `nobody` has no token. */
type Caller = "member" | "admin" | "nobody";

interface ApiCall {
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
const [bug, feature, missing] = [uniqueId("r"), uniqueId("r"), uniqueId("r")];
const note = uniqueId("n");
/** The member's id, in the API's logbook and in the fake's. */
const uploaders: string[] = [];
let ask: Record<"api" | "fake", (apiCall: ApiCall) => Promise<ApiResponse>>;

beforeAll(async () => {
  const callers = { member: await newMember(member), admin: await newAdmin(admin), nobody: undefined };
  const logbook = createLogbook();
  const ids = { member: logbook.addMember(member, PASSWORD).id, admin: logbook.addMember(admin, PASSWORD, true).id };
  uploaders.push(callers.member.uid, ids.member);
  ask = {
    api: (apiCall) => askApi(callers, apiCall),
    fake: async (apiCall) => askFake(logbook, apiCall.as === "nobody" ? null : ids[apiCall.as], apiCall),
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
  { as, method, path, body }: ApiCall,
): Promise<ApiResponse> {
  const person = callers[as];
  const filled = withUid({ path, body }, person?.uid);
  const response = await call(method, filled.path, { as: person, ...(body !== undefined && { body: filled.body }) });
  return withoutVaryingValues(response);
}

function askFake(logbook: Logbook, uid: string | null, { method, path, body }: ApiCall): ApiResponse {
  const filled = withUid({ path, body }, uid ?? undefined);
  const [pathname = "", query] = filled.path.split("?");
  const response = logbook.answer({
    method,
    path: pathname,
    query: Object.fromEntries(new URLSearchParams(query)),
    body: filled.body,
    token: uid === null ? null : logbook.sessionOf(`custom:${uid}`)!.idToken,
  });
  return withoutVaryingValues("file" in response ? { status: 200, body: response.file.bytes.toString() } : response);
}

/** Replaces `{uid}` by the caller's id. */
function withUid<T>(value: T, uid: string | undefined): T {
  return JSON.parse(JSON.stringify(value).replaceAll("{uid}", uid ?? "")) as T;
}

/** A response without values that differ between two logbooks: users' ids, tokens, times and total counts. */
function withoutVaryingValues({ status, body }: ApiResponse): ApiResponse {
  const text = JSON.stringify(body, function (this: object, key, value) {
    if (key === "id" && "isUnread" in this) return "<id>";
    // The number of a report, not of a page.
    if (key === "number" && "title" in this) return "<number>";
    if (key === "token" || key === "revision" || (key === "id" && /^[A-Za-z0-9]{28}$|^[0-9a-f-]{36}$/.test(value)))
      return `<${key}>`;
    return key === "stats" ? Object.keys(value) : value;
  });
  const [apiUid, fakeUid] = uploaders;
  const comparable = text.replaceAll(apiUid!, "<member>").replaceAll(fakeUid!, "<member>");
  return { status, body: JSON.parse(comparable.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<instant>")) as unknown };
}

const attachments = [{ name: "a.log", size: 9, type: "text/plain", url: `/api/attachments/{uid}/${bug}/log` }];
const fields = { description: "It broke.", environmentInfo: "Firefox", priority: "HIGH" };
const since = "2020-01-01T00:00:00.000Z";

const apiCall = (method: string, path: string, as: Caller, body?: object): ApiCall => ({
  method,
  path,
  as,
  ...(body && { body }),
});

const CALLS: Record<string, ApiCall> = {
  "a registration": apiCall("POST", "/api/auth/register", "nobody", { username: newcomer, password: PASSWORD }),
  "a registration with a taken name": apiCall("POST", "/api/auth/register", "nobody", {
    username: member.toUpperCase(),
    password: PASSWORD,
  }),
  "a registration without a name": apiCall("POST", "/api/auth/register", "nobody", {
    username: " ",
    password: PASSWORD,
  }),
  "a registration with a reserved name": apiCall("POST", "/api/auth/register", "nobody", {
    username: "Admin",
    password: PASSWORD,
  }),
  "a registration with a short password": apiCall("POST", "/api/auth/register", "nobody", {
    username: uniqueId("s"),
    password: "12345",
  }),
  "a login": apiCall("POST", "/api/auth/login", "nobody", { username: member, password: PASSWORD }),
  "a login with a wrong password": apiCall("POST", "/api/auth/login", "nobody", {
    username: member,
    password: "wrong",
  }),
  "the signed-in user": apiCall("GET", "/api/me", "admin"),
  "the signed-in user, without a session": apiCall("GET", "/api/me", "nobody"),
  "a bug with a file": apiCall("POST", "/api/issues", "member", {
    id: bug,
    type: "bug",
    title: `${word} bug`,
    ...fields,
    actualResult: "No",
    howItWorks: "dropped",
    attachments,
  }),
  "the same bug a second time": apiCall("POST", "/api/issues", "member", {
    id: bug,
    type: "bug",
    title: `${word} bug`,
    ...fields,
    actualResult: "No",
    howItWorks: "dropped",
    attachments,
  }),
  "a feature": apiCall("POST", "/api/issues", "admin", {
    id: feature,
    type: "feature",
    title: ` ${word} feature `,
    description: "Please.",
    actualResult: "dropped",
  }),
  "a report without a title": apiCall("POST", "/api/issues", "member", {
    type: "bug",
    title: " ",
    description: "It broke.",
  }),
  "an amendment": apiCall("POST", "/api/issues/amendment", "member", { id: note, issueId: bug, text: " A note. " }),
  "the same amendment a second time": apiCall("POST", "/api/issues/amendment", "member", {
    id: note,
    issueId: bug,
    text: "A note.",
  }),
  "an amendment of a report that does not exist": apiCall("POST", "/api/issues/amendment", "member", {
    issueId: missing,
    text: "A note.",
  }),
  "an empty amendment": apiCall("POST", "/api/issues/amendment", "member", { issueId: bug, text: " " }),
  "a step": apiCall("PUT", `/api/issues/${bug}`, "admin", { status: "IN_PROGRESS", from: "OPEN" }),
  "a step from an outdated status": apiCall("PUT", `/api/issues/${bug}`, "admin", {
    status: "IN_PROGRESS",
    from: "OPEN",
  }),
  "a step that skips statuses": apiCall("PUT", `/api/issues/${bug}`, "admin", { status: "CLOSED" }),
  "a step by a member": apiCall("PUT", `/api/issues/${bug}`, "member", { status: "TESTING" }),
  "an edit of a report that an admin has moved": apiCall("PUT", `/api/issues/${bug}/texts`, "member", {
    title: `${word} bug`,
    ...fields,
  }),
  "an edit by another than the reporter": apiCall("PUT", `/api/issues/${bug}/texts`, "admin", {
    title: `${word} bug`,
    ...fields,
  }),
  "an edit": apiCall("PUT", `/api/issues/${feature}/texts`, "admin", {
    title: `${word} feature, edited`,
    description: "Please do.",
    actualResult: "dropped",
    from: "",
  }),
  "an edit from an outdated text": apiCall("PUT", `/api/issues/${feature}/texts`, "admin", {
    title: `${word} feature, edited twice`,
    description: "Please.",
    from: "",
  }),
  "an edit without a title": apiCall("PUT", `/api/issues/${feature}/texts`, "admin", { description: "Please." }),
  "an edit of a report that does not exist": apiCall("PUT", `/api/issues/${missing}/texts`, "member", {
    title: "None",
    description: "None",
  }),
  "a correction": apiCall("PUT", `/api/issues/${bug}/correction`, "admin", {
    title: `${word} bug, corrected`,
    priority: "LOW",
  }),
  "the same correction again": apiCall("PUT", `/api/issues/${bug}/correction`, "admin", {
    title: `${word} bug, corrected`,
    priority: "LOW",
    from: "",
  }),
  "a correction by a member": apiCall("PUT", `/api/issues/${bug}/correction`, "member", {
    title: `${word} bug`,
    priority: "LOW",
  }),
  "a correction without a priority": apiCall("PUT", `/api/issues/${bug}/correction`, "admin", { title: `${word} bug` }),
  "an edit of an amendment": apiCall("PUT", `/api/issues/${bug}/amendments/${note}`, "member", {
    text: " Another note. ",
  }),
  "an edit of an amendment from an outdated text": apiCall("PUT", `/api/issues/${bug}/amendments/${note}`, "member", {
    text: "A third note.",
    from: "",
  }),
  "an edit of another member's amendment": apiCall("PUT", `/api/issues/${bug}/amendments/${note}`, "admin", {
    text: "Not mine.",
  }),
  "an edit of an amendment that does not exist": apiCall("PUT", `/api/issues/${bug}/amendments/none`, "member", {
    text: "A note.",
  }),
  "an edit to an empty amendment": apiCall("PUT", `/api/issues/${bug}/amendments/${note}`, "member", { text: " " }),
  "the former texts of an edit that does not exist": apiCall("GET", "/api/history/none", "member"),
  "the list with a search": apiCall("GET", `/api/issues?search=${word}`, "member"),
  "the list with filters": apiCall(
    "GET",
    `/api/issues?page=2&pageSize=10&search=${word}&type=feature&status=PLANNED`,
    "member",
  ),
  "the list with an unknown page size": apiCall("GET", "/api/issues?pageSize=7", "member"),
  "the changes of a list": apiCall(
    "GET",
    `/api/issues/changes?search=${word}&since=${since}&ids=${bug},${missing}`,
    "member",
  ),
  "one report": apiCall("GET", `/api/issues/${bug}`, "member"),
  "a report that does not exist": apiCall("GET", "/api/issues/none-of-them", "member"),
  "a vote": apiCall("PUT", `/api/issues/${feature}/vote`, "member", { voted: true }),
  "the same vote again": apiCall("PUT", `/api/issues/${feature}/vote`, "member", { voted: true }),
  "the member's own votes": apiCall("GET", "/api/me/votes", "member"),
  "a vote for a report that does not exist": apiCall("PUT", "/api/issues/none-of-them/vote", "member", { voted: true }),
  "a change of how a report is followed": apiCall("PUT", `/api/issues/${feature}/follow`, "member", { mode: "status" }),
  "following a report that does not exist": apiCall("PUT", "/api/issues/none-of-them/follow", "member", {
    mode: "all",
  }),
  "the news": apiCall("GET", "/api/me/news", "member"),
  "marking news as seen": apiCall("PUT", "/api/me/news", "member", { until: since, issueId: bug }),
  "news seen until an invalid time": apiCall("PUT", "/api/me/news", "member", { until: "now" }),
  "saving views": apiCall("PUT", "/api/me/views", "member", { views: [{ name: " Bugs ", query: "type=bug" }] }),
  "the saved views": apiCall("GET", "/api/me/views", "member"),
  "a saved view without a name": apiCall("PUT", "/api/me/views", "member", { views: [{ name: " ", query: "" }] }),
  "the page of a report that does not exist": apiCall("GET", "/api/reports/999999999", "member"),
  "similar reports": apiCall("GET", `/api/reports/similar?title=${word} bug`, "member"),
  "similar reports, without a title": apiCall("GET", "/api/reports/similar", "member"),
  "help for a search": apiCall("GET", "/api/reports/search-help?search=nowhere-at-all", "member"),
  "the list with operators": apiCall(
    "GET",
    `/api/issues?search=${encodeURIComponent(`${word} by:${member} is:in-progress`)}`,
    "member",
  ),
  "the list with a search in amendments": apiCall(
    "GET",
    `/api/issues?search=${encodeURIComponent(`in:amendments note by:${member}`)}`,
    "member",
  ),
  "a file": apiCall("GET", `/api/attachments/{uid}/${bug}/log`, "member"),
  "a file that does not exist": apiCall("GET", `/api/attachments/{uid}/${bug}/none`, "member"),
  "a deletion": apiCall("DELETE", `/api/issues/${feature}`, "admin"),
  "a deletion of a deleted report": apiCall("DELETE", `/api/issues/${feature}`, "admin"),
  "the trash, by a member": apiCall("GET", "/api/trash", "member"),
  "the trash": apiCall("GET", "/api/trash", "admin"),
  "a restore": apiCall("POST", `/api/trash/${feature}/restore`, "admin"),
  "a restore of a report that is not in the trash": apiCall("POST", `/api/trash/${missing}/restore`, "admin"),
  "the members with a search": apiCall("GET", `/api/members?search=${admin}`, "admin"),
  "a change of a member who does not exist": apiCall("PUT", "/api/members/nobody", "admin", { disabled: true }),
  "a password change with a wrong current password": apiCall("POST", "/api/auth/password", "member", {
    currentPassword: "wrong",
    newPassword: "battery staple",
  }),
};

describe("the fake API of the component tests responds like the API", () => {
  // The calls run in this order, because each call depends on the ones before it.
  it.each(Object.entries(CALLS))("%s", async (_, apiCall) => {
    // A trigger records the news.
    const hasNews = ({ body }: ApiResponse) => (body as { items: object[] }).items.length > 0;
    const api =
      apiCall === CALLS["the news"]
        ? await eventually("the news", async () => [await ask.api(apiCall)].find(hasNews) ?? null)
        : await ask.api(apiCall);
    const fake = await ask.fake(apiCall);
    // Other tests may have deleted reports too, so compare only the newest entry.
    if (apiCall.path === "/api/trash" && apiCall.as === "admin") {
      const newestEntryOnly = ({ entries, ...rest }: { entries: object[] }) => ({
        ...rest,
        page: null,
        entries: entries.slice(0, 1),
      });
      api.body = newestEntryOnly(api.body as { entries: object[] });
      fake.body = newestEntryOnly(fake.body as { entries: object[] });
    }
    // Compare only the best match: the order of the others depends on all titles, and the fake's order is simpler.
    if (api.status === 200 && apiCall.path.startsWith("/api/reports/similar"))
      for (const { body } of [api, fake]) (body as { issues: object[] }).issues.splice(1);
    expect(fake).toEqual(api);
  });
});
