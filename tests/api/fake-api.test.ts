import { beforeAll, describe, expect, it } from "vitest";
import { createFakeLogbook, type Logbook } from "../components/logbook.ts";
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

const [memberName, adminName, newcomerName] = [uniqueId("m"), uniqueId("a"), uniqueId("n")];
const PASSWORD = "correct horse";
const searchWord = uniqueId("word");
const [bugId, featureId, missingId] = [uniqueId("r"), uniqueId("r"), uniqueId("r")];
const amendmentId = uniqueId("n");
/** The ids of the caller `member` in the API and in the fake. */
const memberIds: string[] = [];
let sendTo: Record<"api" | "fake", (apiCall: ApiCall) => Promise<ApiResponse>>;

beforeAll(async () => {
  const callers = { member: await newMember(memberName), admin: await newAdmin(adminName), nobody: undefined };
  const logbook = createFakeLogbook();
  const fakeIds = {
    member: logbook.addMember(memberName, PASSWORD).id,
    admin: logbook.addMember(adminName, PASSWORD, { isAdmin: true }).id,
  };
  memberIds.push(callers.member.uid, fakeIds.member);
  sendTo = {
    api: (apiCall) => callApi(callers, apiCall),
    fake: async (apiCall) => callFake(logbook, apiCall.as === "nobody" ? null : fakeIds[apiCall.as], apiCall),
  };
  await storeFile(callers.member, logbook, fakeIds.member);
});

/** Stores a file in Storage and in the fake, for the call 'a bug with a file'. */
async function storeFile(person: Person, logbook: Logbook, uid: string): Promise<void> {
  const bytes = new TextEncoder().encode("It broke.");
  expect(await upload(person, `attachments/${person.uid}/${bugId}/log`, bytes, "text/plain")).toBe(200);
  logbook.storeFile(`attachments/${uid}/${bugId}/log`, { type: "text/plain", bytes: Buffer.from(bytes) });
}

async function callApi(
  callers: Record<Caller, Person | undefined>,
  { as, method, path, body }: ApiCall,
): Promise<ApiResponse> {
  const person = callers[as];
  const request = withUid({ path, body }, person?.uid);
  const response = await call(method, request.path, {
    as: person,
    ...(body !== undefined && { body: request.body }),
  });
  return withoutVaryingValues(response);
}

function callFake(logbook: Logbook, uid: string | null, { method, path, body }: ApiCall): ApiResponse {
  const request = withUid({ path, body }, uid ?? undefined);
  const [pathname = "", query] = request.path.split("?");
  // A login at the fake returns the custom token `custom:{id}`.
  const token = uid === null ? null : logbook.sessionOf(`custom:${uid}`)!.idToken;
  const response = logbook.answer({
    method,
    path: pathname,
    query: Object.fromEntries(new URLSearchParams(query)),
    body: request.body,
    token,
  });
  return withoutVaryingValues("file" in response ? { status: 200, body: response.file.bytes.toString() } : response);
}

/** Replaces `{uid}` by the caller's id. */
function withUid<T>(value: T, uid: string | undefined): T {
  return JSON.parse(JSON.stringify(value).replaceAll("{uid}", uid ?? "")) as T;
}

/** Replaces the values of a response that differ between two logbooks: generated ids, tokens, times, total counts. */
function withoutVaryingValues({ status, body }: ApiResponse): ApiResponse {
  let text = JSON.stringify(body, function (this: object, key, value) {
    const isNewsItem = "isUnread" in this;
    const isReport = "title" in this;
    // Auth's ids have 28 characters, other generated ids are UUIDs.
    const isGeneratedId = key === "id" && /^[A-Za-z0-9]{28}$|^[0-9a-f-]{36}$/.test(value);
    if (key === "id" && isNewsItem) return "<id>";
    if (key === "number" && isReport) return "<number>";
    if (key === "token" || key === "revision" || isGeneratedId) return `<${key}>`;
    return key === "stats" ? Object.keys(value) : value;
  });
  for (const id of memberIds) text = text.replaceAll(id, "<member>");
  return { status, body: JSON.parse(text.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")) as unknown };
}

const bugTexts = { title: `${searchWord} bug`, description: "It broke.", environmentInfo: "Firefox", priority: "HIGH" };
const bugReport = {
  id: bugId,
  type: "bug",
  ...bugTexts,
  actualResult: "No",
  howItWorks: "a field of the other type: not stored",
  attachments: [{ name: "a.log", size: 9, type: "text/plain", url: `/api/attachments/{uid}/${bugId}/log` }],
};
const LONG_AGO = "2020-01-01T00:00:00.000Z";

const createCall = (method: string, path: string, as: Caller, body?: object): ApiCall => ({
  method,
  path,
  as,
  ...(body && { body }),
});

const CALLS: Record<string, ApiCall> = {
  "a registration": createCall("POST", "/api/auth/register", "nobody", { username: newcomerName, password: PASSWORD }),
  "a registration with a taken name": createCall("POST", "/api/auth/register", "nobody", {
    username: memberName.toUpperCase(),
    password: PASSWORD,
  }),
  "a registration without a name": createCall("POST", "/api/auth/register", "nobody", {
    username: " ",
    password: PASSWORD,
  }),
  "a registration with a reserved name": createCall("POST", "/api/auth/register", "nobody", {
    username: "Admin",
    password: PASSWORD,
  }),
  "a registration with a short password": createCall("POST", "/api/auth/register", "nobody", {
    username: uniqueId("s"),
    password: "12345",
  }),
  "a login": createCall("POST", "/api/auth/login", "nobody", { username: memberName, password: PASSWORD }),
  "a login with a wrong password": createCall("POST", "/api/auth/login", "nobody", {
    username: memberName,
    password: "wrong",
  }),
  "the signed-in user": createCall("GET", "/api/me", "admin"),
  "the signed-in user, without a token": createCall("GET", "/api/me", "nobody"),
  "a bug with a file": createCall("POST", "/api/issues", "member", bugReport),
  "the same bug a second time": createCall("POST", "/api/issues", "member", bugReport),
  "a feature": createCall("POST", "/api/issues", "admin", {
    id: featureId,
    type: "feature",
    title: ` ${searchWord} feature `,
    description: "Please.",
    actualResult: "a field of the other type: not stored",
  }),
  "a report without a title": createCall("POST", "/api/issues", "member", {
    type: "bug",
    title: " ",
    description: "It broke.",
  }),
  "an amendment": createCall("POST", "/api/issues/amendment", "member", {
    id: amendmentId,
    issueId: bugId,
    text: " A note. ",
  }),
  "the same amendment a second time": createCall("POST", "/api/issues/amendment", "member", {
    id: amendmentId,
    issueId: bugId,
    text: "A note.",
  }),
  "an amendment of a report that does not exist": createCall("POST", "/api/issues/amendment", "member", {
    issueId: missingId,
    text: "A note.",
  }),
  "an empty amendment": createCall("POST", "/api/issues/amendment", "member", { issueId: bugId, text: " " }),
  "a step": createCall("PUT", `/api/issues/${bugId}`, "admin", { status: "IN_PROGRESS", from: "OPEN" }),
  "a step from an outdated status": createCall("PUT", `/api/issues/${bugId}`, "admin", {
    status: "IN_PROGRESS",
    from: "OPEN",
  }),
  "a step that skips statuses": createCall("PUT", `/api/issues/${bugId}`, "admin", { status: "CLOSED" }),
  "a step by a member": createCall("PUT", `/api/issues/${bugId}`, "member", { status: "TESTING" }),
  "an edit of a report that an admin has moved": createCall("PUT", `/api/issues/${bugId}/texts`, "member", bugTexts),
  "an edit of another member's report": createCall("PUT", `/api/issues/${bugId}/texts`, "admin", bugTexts),
  "an edit": createCall("PUT", `/api/issues/${featureId}/texts`, "admin", {
    title: `${searchWord} feature, edited`,
    description: "Please do.",
    actualResult: "a field of the other type: not stored",
    from: "",
  }),
  "an edit from an outdated text": createCall("PUT", `/api/issues/${featureId}/texts`, "admin", {
    title: `${searchWord} feature, edited twice`,
    description: "Please.",
    from: "",
  }),
  "an edit without a title": createCall("PUT", `/api/issues/${featureId}/texts`, "admin", { description: "Please." }),
  "an edit of a report that does not exist": createCall("PUT", `/api/issues/${missingId}/texts`, "member", {
    title: "None",
    description: "None",
  }),
  "a correction": createCall("PUT", `/api/issues/${bugId}/correction`, "admin", {
    title: `${searchWord} bug, corrected`,
    priority: "LOW",
  }),
  "the same correction a second time": createCall("PUT", `/api/issues/${bugId}/correction`, "admin", {
    title: `${searchWord} bug, corrected`,
    priority: "LOW",
    from: "",
  }),
  "a correction by a member": createCall("PUT", `/api/issues/${bugId}/correction`, "member", {
    title: `${searchWord} bug`,
    priority: "LOW",
  }),
  "a correction without a priority": createCall("PUT", `/api/issues/${bugId}/correction`, "admin", {
    title: `${searchWord} bug`,
  }),
  "an edit of an amendment": createCall("PUT", `/api/issues/${bugId}/amendments/${amendmentId}`, "member", {
    text: " Another note. ",
  }),
  "an edit of an amendment from an outdated text": createCall(
    "PUT",
    `/api/issues/${bugId}/amendments/${amendmentId}`,
    "member",
    {
      text: "A third note.",
      from: "",
    },
  ),
  "an edit of another member's amendment": createCall(
    "PUT",
    `/api/issues/${bugId}/amendments/${amendmentId}`,
    "admin",
    {
      text: "Not mine.",
    },
  ),
  "an edit of an amendment that does not exist": createCall("PUT", `/api/issues/${bugId}/amendments/none`, "member", {
    text: "A note.",
  }),
  "an edit to an empty amendment": createCall("PUT", `/api/issues/${bugId}/amendments/${amendmentId}`, "member", {
    text: " ",
  }),
  "the former texts of an edit that does not exist": createCall("GET", "/api/history/none", "member"),
  "the list with a search": createCall("GET", `/api/issues?search=${searchWord}`, "member"),
  "the list with filters": createCall(
    "GET",
    `/api/issues?page=2&pageSize=10&search=${searchWord}&type=feature&status=PLANNED`,
    "member",
  ),
  "the list with an unknown page size": createCall("GET", "/api/issues?pageSize=7", "member"),
  "the changes of a list": createCall(
    "GET",
    `/api/issues/changes?search=${searchWord}&since=${LONG_AGO}&ids=${bugId},${missingId}`,
    "member",
  ),
  "one report": createCall("GET", `/api/issues/${bugId}`, "member"),
  "a report that does not exist": createCall("GET", "/api/issues/none-of-them", "member"),
  "a vote": createCall("PUT", `/api/issues/${featureId}/vote`, "member", { voted: true }),
  "the same vote a second time": createCall("PUT", `/api/issues/${featureId}/vote`, "member", { voted: true }),
  "the member's own votes": createCall("GET", "/api/me/votes", "member"),
  "a vote for a report that does not exist": createCall("PUT", "/api/issues/none-of-them/vote", "member", {
    voted: true,
  }),
  "a change of how a report is followed": createCall("PUT", `/api/issues/${featureId}/follow`, "member", {
    mode: "status",
  }),
  "following a report that does not exist": createCall("PUT", "/api/issues/none-of-them/follow", "member", {
    mode: "all",
  }),
  "the news": createCall("GET", "/api/me/news", "member"),
  "marking news as seen": createCall("PUT", "/api/me/news", "member", { until: LONG_AGO, issueId: bugId }),
  "news seen until an invalid time": createCall("PUT", "/api/me/news", "member", { until: "now" }),
  "saving views": createCall("PUT", "/api/me/views", "member", { views: [{ name: " Bugs ", query: "type=bug" }] }),
  "the saved views": createCall("GET", "/api/me/views", "member"),
  "a saved view without a name": createCall("PUT", "/api/me/views", "member", { views: [{ name: " ", query: "" }] }),
  "the page of a report that does not exist": createCall("GET", "/api/reports/999999999", "member"),
  "similar reports": createCall("GET", `/api/reports/similar?title=${searchWord} bug`, "member"),
  "similar reports, without a title": createCall("GET", "/api/reports/similar", "member"),
  "help for a search": createCall("GET", "/api/reports/search-help?search=nowhere-at-all", "member"),
  "the list with operators": createCall(
    "GET",
    `/api/issues?search=${encodeURIComponent(`${searchWord} by:${memberName} is:in-progress`)}`,
    "member",
  ),
  "the list with a search in amendments": createCall(
    "GET",
    `/api/issues?search=${encodeURIComponent(`in:amendments note by:${memberName}`)}`,
    "member",
  ),
  "a file": createCall("GET", `/api/attachments/{uid}/${bugId}/log`, "member"),
  "a file that does not exist": createCall("GET", `/api/attachments/{uid}/${bugId}/none`, "member"),
  "a deletion": createCall("DELETE", `/api/issues/${featureId}`, "admin"),
  "a deletion of a deleted report": createCall("DELETE", `/api/issues/${featureId}`, "admin"),
  "the trash, by a member": createCall("GET", "/api/trash", "member"),
  "the trash": createCall("GET", "/api/trash", "admin"),
  "a restore": createCall("POST", `/api/trash/${featureId}/restore`, "admin"),
  "a restore of a report that is not in the trash": createCall("POST", `/api/trash/${missingId}/restore`, "admin"),
  "the members with a search": createCall("GET", `/api/members?search=${adminName}`, "admin"),
  "a change of a member who does not exist": createCall("PUT", "/api/members/nobody", "admin", { disabled: true }),
  "a password change with a wrong current password": createCall("POST", "/api/auth/password", "member", {
    currentPassword: "wrong",
    newPassword: "battery staple",
  }),
};

describe("the fake API of the component tests responds like the API to a call", () => {
  // The calls run in this order, because each call depends on the ones before it.
  it.each(Object.entries(CALLS))("for %s", async (_, apiCall) => {
    // A trigger records the news some time after the calls that cause them.
    const readNews = async () => {
      const response = await sendTo.api(apiCall);
      return (response.body as { items: object[] }).items.length > 0 ? response : null;
    };
    const isNewsCall = apiCall === CALLS["the news"];
    const apiResponse = isNewsCall ? await eventually("the news", readNews) : await sendTo.api(apiCall);
    const fakeResponse = await sendTo.fake(apiCall);
    // Other tests may have deleted reports too, so compare only the newest entry.
    if (apiCall.path === "/api/trash" && apiCall.as === "admin") {
      const withNewestEntryOnly = ({ entries, ...otherFields }: { entries: object[] }) => ({
        ...otherFields,
        page: null,
        entries: entries.slice(0, 1),
      });
      apiResponse.body = withNewestEntryOnly(apiResponse.body as { entries: object[] });
      fakeResponse.body = withNewestEntryOnly(fakeResponse.body as { entries: object[] });
    }
    // Compare only the best match: the fake orders further matches in a simpler way than the API.
    if (apiResponse.status === 200 && apiCall.path.startsWith("/api/reports/similar"))
      for (const { body } of [apiResponse, fakeResponse]) (body as { issues: object[] }).issues.splice(1);
    expect(fakeResponse).toEqual(apiResponse);
  });
});
